import { RotateCcw } from 'lucide-react';
import { reviewText } from '../../messages/review.ts';
import { Button } from '../../ui/button.tsx';
import { canSave, type RecorderState } from './recorder-state.ts';

interface ReviewActionsProps {
  readonly state: Extract<RecorderState, { phase: 'review' | 'saving' }>;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

export function ReviewActions({ state, onSave, onDiscard }: ReviewActionsProps) {
  const isSaving = state.phase === 'saving';
  return (
    <div
      data-bottom-actions
      className="sticky bottom-[calc(6.75rem+env(safe-area-inset-bottom))] z-10 -mx-2 mt-2 flex flex-wrap gap-2.5 rounded-card bg-paper/90 p-2 backdrop-blur-md typing:static lg:static lg:bg-transparent"
    >
      <Button variant="secondary" className="w-auto! grow sm:grow-0" disabled={isSaving} onClick={onDiscard}>
        <RotateCcw aria-hidden="true" />
        <span className="sm:hidden">{reviewText.recordAgainShort}</span>
        <span className="hidden sm:inline">{reviewText.recordAgain}</span>
      </Button>
      <Button
        className="flex-[9_1_9rem]"
        busy={isSaving}
        disabled={!isSaving && !canSave(state)}
        onClick={onSave}
      >
        {reviewText.save}
      </Button>
    </div>
  );
}
