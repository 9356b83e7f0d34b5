import { checkSaid, toSaid } from '@relato/contract/corrections/rules';
import type { StorySummary } from '@relato/contract/stories/types';
import { toRangeText, toSpan } from '@relato/contract/transcription/spans';
import { ChevronsLeft, ChevronsRight, Play } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { useRequireSession } from '../../lib/session/use-require-session.ts';
import { errorText } from '../../messages/errors.ts';
import { correctionsText } from '../../messages/stories/corrections.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { player, type Track } from '../player/public.ts';
import { playSpan } from './play-span.ts';
import { readDraft, storeDraft } from './correction-draft.ts';
import { usePropose } from './use-propose.ts';
import { toExcerpt } from './explained/to-excerpt.ts';
import { widen, type ChosenWords, type Draft } from './widen.ts';

interface CorrectionSheetProps {
  readonly story: StorySummary;
  readonly track: Track;
  readonly chosen: ChosenWords;
  readonly doubts: readonly number[];
  readonly onClose: () => void;
}

/** Asks for the right text of some words. The user can hear them here, and extend the range. */
export function CorrectionSheet({ story, track, chosen, doubts, onClose }: CorrectionSheetProps) {
  const { words } = chosen;
  const [draft, setDraft] = useState(() => readDraft(story.id, chosen));
  const { isSending, send } = usePropose(story.id, onClose);
  // The title never changes, because a new one would take the focus.
  const [title] = useState(() =>
    doubts.some((index) => index >= draft.range.from && index <= draft.range.to)
      ? correctionsText.doubt
      : correctionsText.title,
  );
  const change = (changed: Draft) => {
    // Success deletes the draft, and would delete later changes with it.
    if (isSending) return;
    setDraft(changed);
    storeDraft(story.id, words, changed);
  };
  const requireSession = useRequireSession();
  const text = toRangeText(words, draft.range);
  const span = toSpan(words, draft.range);
  if (!span) return null;
  const isSame = toSaid(draft.said) === text;
  const refusal = checkSaid(draft.said);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending || isSame || refusal !== null) return;
    const wish = { id: story.id, ...span, text, said: draft.said };
    requireSession(() => send(wish), { purpose: 'correct' });
  };
  const toWider = (by: 'before' | 'after') => {
    const wider = widen(words, draft, by);
    return {
      'aria-disabled': wider === null,
      className: 'text-muted aria-disabled:opacity-40',
      onClick: () => wider && change(wider),
    };
  };
  return (
    <ModalSheet title={title} onClose={onClose}>
      <blockquote
        aria-live="polite"
        dir="auto"
        className="mt-2 line-clamp-4 font-display text-lg wrap-anywhere"
      >
        {correctionsText.quote(text)}
      </blockquote>
      <div className="mt-2 flex items-center justify-between">
        <IconButton label={correctionsText.before} icon={<ChevronsLeft />} {...toWider('before')} />
        <Button variant="outline" size="small" onClick={() => playSpan(player, toExcerpt(track), span)}>
          <Play aria-hidden="true" />
          {correctionsText.listen}
        </Button>
        <IconButton label={correctionsText.after} icon={<ChevronsRight />} {...toWider('after')} />
      </div>
      <form noValidate className="mt-3" onSubmit={submit}>
        <TextArea
          label={correctionsText.field}
          hint={story.viewer.canEdit ? correctionsText.ownHint : correctionsText.hint}
          // An empty field shows no error: its button is disabled.
          error={refusal && refusal !== 'CORRECTION_REQUIRED' ? errorText[refusal] : undefined}
          rows={2}
          autoComplete="off"
          enterKeyHint="send"
          readOnly={isSending}
          value={draft.said}
          onChange={({ target }) => change({ ...draft, said: target.value })}
          onKeyDown={(event) => {
            // The field holds one line. During IME composition Enter chooses a word.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <Button type="submit" className="mt-4" disabled={isSame || refusal !== null} busy={isSending}>
          {story.viewer.canEdit ? correctionsText.save : correctionsText.send}
        </Button>
      </form>
    </ModalSheet>
  );
}
