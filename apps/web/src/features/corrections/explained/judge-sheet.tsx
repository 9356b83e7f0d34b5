import { trpc } from '../../../lib/calls/trpc.ts';
import { DecisionSheet, useDecisionCallbacks } from '../../../lib/moderation/decision-sheet.tsx';
import { moderationText } from '../../../messages/moderation.ts';

interface JudgeSheetProps {
  readonly id: string;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Asks a moderator for the reason of a removal. */
export function JudgeSheet({ id, onRemoved, onClose }: JudgeSheetProps) {
  const remove = trpc.corrections.removeAsModerator.useMutation(useDecisionCallbacks(onRemoved));
  return (
    <DecisionSheet
      decision="removeExplanation"
      presets={moderationText.presets.harm}
      isSending={remove.isPending}
      onDecide={(reason, rule) => remove.mutate({ id, reason, rule })}
      onClose={onClose}
    />
  );
}
