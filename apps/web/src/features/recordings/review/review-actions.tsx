import { RotateCcw } from 'lucide-react';
import { reviewText } from '../../../messages/review.ts';
import { Button } from '../../../ui/button.tsx';
import { canSave, type RecorderState } from '../recorder-state.ts';

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
      className="sticky bottom-0 z-10 -mx-5 mt-auto flex flex-wrap gap-2.5 border-t border-line bg-paper px-5 pt-3 pb-[calc(1.25rem+env(safe-area-inset-bottom))] typing:static short:pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:static lg:mx-0 lg:border-0 lg:px-0"
    >
      <Button variant="secondary" className="w-auto! grow sm:grow-0" disabled={isSaving} onClick={onDiscard}>
        <RotateCcw aria-hidden="true" className="max-[22.5rem]:hidden" />
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
