import { communityRules, type CommunityRule } from '@relato/contract/appeals/statements';
import { checkModerationReason } from '@relato/contract/text/rules';
import { useState, type FormEvent } from 'react';
import { noticesText } from '../../messages/bell/appeals.ts';
import { errorText } from '../../messages/errors.ts';
import { moderationText } from '../../messages/moderation.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { ModalSheet } from '../layout/modal-sheet.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { trpc } from '../calls/trpc.ts';
import { toErrorText } from '../errors/error-text.ts';
import { toHappened } from './to-happened.ts';

const text = moderationText.decisions;

interface DecisionSheetProps {
  readonly decision: Exclude<
    keyof typeof text,
    'reason' | 'rule' | 'ruleMissing' | 'presets' | 'confirm' | 'cancel' | 'done'
  >;
  readonly presets: readonly string[];
  readonly isSending: boolean;
  /** The title of the story that the decision is about. Empty for one that the viewer may not see. */
  readonly about?: string | undefined;
  /** Shown before the hint. */
  readonly remark?: string | undefined;
  /** The rule is null unless the decision restricts something. */
  readonly onDecide: (reason: string, rule: CommunityRule | null) => void;
  readonly onClose: () => void;
}

/** Decisions that say which rule is broken. */
const restricting: ReadonlySet<string> = new Set([
  'hide',
  'suspend',
  'removeComment',
  'removeExplanation',
  'clearProfile',
]);

/** Asks a moderator for a reason, as a preset or as a text. The text stays when sending fails. */
export function DecisionSheet({
  decision,
  presets,
  isSending,
  about,
  remark,
  onDecide,
  onClose,
}: DecisionSheetProps) {
  const [reason, setReason] = useState('');
  const [rule, setRule] = useState<CommunityRule | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { title, hint } = text[decision];
  const isRuleMissing = restricting.has(decision) && rule === null;
  const refusal = checkModerationReason(reason);
  // The error for an empty text shows only after the first attempt to send.
  const isSaid = refusal !== null && (refusal !== 'REASON_REQUIRED' || isMissing);
  const choose = (words: string) => {
    setReason(words);
    setMissing(false);
  };

  const choosePreset = (preset: string) => {
    choose(preset);
    setRule(moderationText.presets.rules[preset] ?? rule);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (refusal === null && !isRuleMissing) onDecide(reason, rule);
    else setMissing(true);
  };
  return (
    <ModalSheet title={title} onClose={onClose}>
      {about !== undefined && about !== '' && (
        <p dir="auto" className="mt-1 line-clamp-2 wrap-anywhere text-muted">
          {about}
        </p>
      )}
      <form noValidate className="mt-3" onSubmit={submit}>
        <fieldset aria-label={text.presets} className="mb-4 flex flex-wrap gap-2">
          {presets.map((preset) => (
            <Chip key={preset} pressed={reason === preset} onClick={() => choosePreset(preset)}>
              {preset}
            </Chip>
          ))}
        </fieldset>
        {restricting.has(decision) && (
          <fieldset className="mb-4">
            <legend className="mb-2 font-[650]">{text.rule}</legend>
            <div className="flex flex-wrap gap-2">
              {communityRules.map((each) => (
                <Chip key={each} pressed={rule === each} onClick={() => setRule(each)}>
                  {noticesText.rules[each]}
                </Chip>
              ))}
            </div>
            <p role="alert" className="text-sm font-[560] text-voice-strong not-empty:mt-2">
              {isMissing && isRuleMissing && text.ruleMissing}
            </p>
          </fieldset>
        )}
        <TextArea
          label={text.reason}
          hint={remark === undefined ? hint : `${remark} ${hint}`}
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
 * too. `onDone` gets what was sent, because the sheet that is open by then may ask for another decision.
 */
export function useDecisionCallbacks<Sent = unknown>(onDone?: (sent: Sent) => void) {
  const utils = trpc.useUtils();
  return {
    onSuccess: (_answer: unknown, sent: Sent) => {
      showToast({ title: moderationText.decisions.done });
      onDone?.(sent);
    },
    onError: showDecisionError,
    onSettled: () =>
      Promise.all([
        utils.reports.invalidate(),
        utils.appeals.invalidate(),
        utils.users.invalidate(),
        utils.admin.invalidate(),
        utils.stories.invalidate(),
        utils.comments.invalidate(),
        utils.corrections.invalidate(),
      ]),
  };
}

const showDecisionError = (error: unknown): void =>
  showToast({
    title: moderationText.failed,
    text: toHappened(error) ?? toErrorText(error),
    tone: 'destructive',
  });
