import type { Explanation } from '@relato/contract/corrections/types';
import type { StoryId } from '@relato/contract/ids';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { shellText } from '../../../messages/shell.ts';
import { explanationsText } from '../../../messages/stories/explanations.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useRemoveExplanation } from './use-explain.ts';

interface RemoveSheetProps {
  readonly storyId: StoryId;
  readonly explanation: Explanation;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function RemoveSheet({ storyId, explanation, onRemoved, onClose }: RemoveSheetProps) {
  const remove = useRemoveExplanation(storyId, onRemoved);
  return (
    <ModalSheet title={explanationsText.removal.title} onClose={onClose}>
      <p dir="auto" className="mt-1.5 mb-5 wrap-anywhere text-muted">
        {explanationsText.removal.text(explanation.word, explanation.explanation)}
      </p>
      <div className="button-row">
        <Button variant="secondary" onClick={onClose}>
          {shellText.cancel}
        </Button>
        <Button
          variant="danger"
          busy={remove.isPending}
          onClick={() => remove.mutate({ id: explanation.id })}
        >
          {explanationsText.remove}
        </Button>
      </div>
    </ModalSheet>
  );
}
