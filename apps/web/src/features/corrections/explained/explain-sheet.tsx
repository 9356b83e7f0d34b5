import { checkExplanation, checkRegions } from '@relato/contract/corrections/explanation-rules';
import { regions } from '@relato/contract/corrections/regions';
import { limits } from '@relato/contract/limits';
import type { StorySummary } from '@relato/contract/stories/types';
import { regionNames } from '@relato/contract/text/region-names';
import { toRangeText, toSpan } from '@relato/contract/transcription/spans';
import { Play } from 'lucide-react';
import { useId, useState, type SubmitEvent } from 'react';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { useRequireSession } from '../../../lib/session/use-require-session.ts';
import { errorText } from '../../../messages/errors.ts';
import { explanationsText } from '../../../messages/stories/explanations.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { player, type Track } from '../../player/public.ts';
import { playSpan } from '../play-span.ts';
import type { ChosenWords } from '../widen.ts';
import { readDraft, storeDraft, type ExplanationDraft } from './explanation-draft.ts';
import { toExcerpt } from './to-excerpt.ts';
import { useExplain } from './use-explain.ts';

interface ExplainSheetProps {
  readonly story: StorySummary;
  readonly track: Track;
  readonly chosen: ChosenWords;
  readonly onClose: () => void;
}

/** Asks for the meaning of a word, and for the regions that use it. */
export function ExplainSheet({ story, track, chosen: { words, range }, onClose }: ExplainSheetProps) {
  const text = toRangeText(words, range);
  const span = toSpan(words, range);
  const [draft, setDraft] = useState(() => readDraft(story.id, text));
  const whereId = useId();
  const { isSending, send } = useExplain(story.id, {
    forget: () => storeDraft(story.id, text, { ...draft, explanation: '' }),
    onSent: onClose,
  });
  const requireSession = useRequireSession();
  if (!span) return null;
  const change = (changed: ExplanationDraft) => {
    // Success deletes the draft, and would delete later changes with it.
    if (isSending) return;
    setDraft(changed);
    storeDraft(story.id, text, changed);
  };
  const { explanation, regions: chosen } = draft;
  const refusal = checkExplanation(explanation);
  const isReady = refusal === null && checkRegions(chosen) === null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending || !isReady) return;
    const wish = { id: story.id, ...span, text, explanation, regions: [...chosen] };
    requireSession(() => send(wish), { purpose: 'explain' });
  };
  const isFull = chosen.length >= limits.explanations.maxRegions;
  return (
    <ModalSheet title={explanationsText.title} onClose={onClose}>
      <blockquote dir="auto" className="mt-2 line-clamp-3 font-display text-lg wrap-anywhere">
        {explanationsText.quote(text)}
      </blockquote>
      <Button
        variant="outline"
        size="small"
        className="mt-2"
        onClick={() => playSpan(player, toExcerpt(track), span)}
      >
        <Play aria-hidden="true" />
        {explanationsText.listen}
      </Button>
      <form noValidate className="mt-3" onSubmit={submit}>
        <TextArea
          label={explanationsText.field}
          hint={story.viewer.canEdit ? explanationsText.ownHint : explanationsText.hint}
          // An empty field shows no error: its button is disabled.
          error={refusal && refusal !== 'EXPLANATION_REQUIRED' ? errorText[refusal] : undefined}
          placeholder={explanationsText.example}
          rows={2}
          autoComplete="off"
          readOnly={isSending}
          value={explanation}
          onChange={({ target }) => change({ ...draft, explanation: target.value })}
          onKeyDown={(event) => {
            // The field holds one line. During IME composition Enter chooses a word.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <fieldset className="mt-3" aria-describedby={whereId}>
          <legend className="text-sm font-[650]">{explanationsText.where}</legend>
          <p id={whereId} className="mb-2 text-sm text-muted">
            {explanationsText.whereHint}
          </p>
          <div className="flex flex-wrap gap-2">
            {regions.map((region) => {
              const isChosen = chosen.includes(region);
              const others = chosen.filter((each) => each !== region);
              return (
                <Chip
                  key={region}
                  pressed={isChosen}
                  disabled={isFull && !isChosen}
                  onClick={() => change({ ...draft, regions: isChosen ? others : [...others, region] })}
                >
                  {regionNames[region]}
                </Chip>
              );
            })}
          </div>
        </fieldset>
        <Button type="submit" className="mt-4" disabled={!isReady} busy={isSending}>
          {story.viewer.canEdit ? explanationsText.save : explanationsText.send}
        </Button>
      </form>
    </ModalSheet>
  );
}
