import { trpc } from '../../../lib/calls/trpc.ts';
import { useIsThere } from '../../../lib/layout/use-is-there.ts';
import { DecisionSheet, useDecisionCallbacks } from '../../../lib/moderation/decision-sheet.tsx';
import { moderationText } from '../../../messages/moderation.ts';

interface JudgeSheetProps {
  readonly id: string;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Asks a moderator for the reason of a removal. */
export function JudgeSheet({ id, onRemoved, onClose }: JudgeSheetProps) {
  const isThere = useIsThere();
  const decided = useDecisionCallbacks(() => isThere() && onRemoved());
  const remove = trpc.corrections.removeAsModerator.useMutation(decided);
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
