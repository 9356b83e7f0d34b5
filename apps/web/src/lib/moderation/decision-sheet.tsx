import { checkModerationReason } from '@relato/contract/text/rules';
import { useState, type FormEvent } from 'react';
import { errorText } from '../../messages/errors.ts';
import { moderationText } from '../../messages/moderation.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { ModalSheet } from '../layout/modal-sheet.tsx';
import { sessionText } from '../../messages/account/session.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { trpc } from '../calls/trpc.ts';
import { getErrorData, isObject } from '../errors/error-data.ts';
import { toErrorText } from '../errors/error-text.ts';

const text = moderationText.decisions;

interface DecisionSheetProps {
  readonly decision: Exclude<keyof typeof text, 'reason' | 'presets' | 'confirm' | 'cancel' | 'done'>;
  readonly presets: readonly string[];
  readonly isSending: boolean;
  readonly onDecide: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks a moderator for a reason: a preset, or an own text. The text stays when sending fails. */
export function DecisionSheet({ decision, presets, isSending, onDecide, onClose }: DecisionSheetProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { title, hint } = text[decision];
  const refusal = checkModerationReason(reason);
  // The error for an empty text shows only after the first attempt to send.
  const isSaid = refusal !== null && (refusal !== 'REASON_REQUIRED' || isMissing);
  const choose = (words: string) => {
    setReason(words);
    setMissing(false);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (refusal === null) onDecide(reason);
    else setMissing(true);
  };
  return (
    <ModalSheet title={title} onClose={onClose}>
      <form noValidate className="mt-3" onSubmit={submit}>
        <fieldset aria-label={text.presets} className="mb-4 flex flex-wrap gap-2">
          {presets.map((preset) => (
            <Chip key={preset} pressed={reason === preset} onClick={() => choose(preset)}>
              {preset}
            </Chip>
          ))}
        </fieldset>
        <TextArea
          label={text.reason}
          hint={hint}
          error={isSaid ? errorText[refusal] : undefined}
          value={reason}
          onChange={({ target }) => choose(target.value)}
        />
        <div className="mt-4 flex gap-2.5">
          <Button variant="secondary" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" busy={isSending}>
            {text.confirm}
          </Button>
        </div>
      </form>
    </ModalSheet>
  );
}

/**
 * Callbacks for every decision: shows the result, and refetches everything that shows the old state, after failures
 * too.
 */
export function useDecisionCallbacks(onDone?: () => void) {
  const utils = trpc.useUtils();
  return {
    onSuccess: () => {
      showToast({ title: moderationText.decisions.done });
      onDone?.();
    },
    onError: showDecisionError,
    onSettled: async () => {
      await Promise.all([
        utils.reports.invalidate(),
        utils.appeals.invalidate(),
        utils.users.invalidate(),
        utils.admin.invalidate(),
        utils.stories.invalidate(),
        utils.comments.invalidate(),
      ]);
    },
  };
}

/** Returns what another moderator did first; null if that was not the reason. */
function toHappened(error: unknown): string | null {
  const happened = getErrorData(error)?.happened;
  if (!isObject(happened) || !('action' in happened)) return null;
  const action = moderationText.log.actions[String(happened.action)];
  if (action === undefined) return null;
  const by = 'by' in happened && typeof happened.by === 'string' ? sessionText.author(happened.by) : null;
  return moderationText.happened(action, by ?? moderationText.somebody);
}

const showDecisionError = (error: unknown): void =>
  showToast({
    title: moderationText.failed,
    text: toHappened(error) ?? toErrorText(error),
    tone: 'destructive',
  });
