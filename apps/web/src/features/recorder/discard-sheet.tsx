import { ModalSheet } from '../../app/shell/modal-sheet.tsx';
import { formatDuration } from '../../messages/format.ts';
import { reviewText } from '../../messages/review.ts';
import { Button } from '../../ui/button.tsx';

interface DiscardSheetProps {
  readonly durationMs: number;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** An unsaved recording is thrown away only by somebody who means it. */
export function DiscardSheet({ durationMs, onDiscard, onClose }: DiscardSheetProps) {
  const { title, text, keep, discard } = reviewText.discarding;
  return (
    <ModalSheet title={title} onClose={onClose}>
      <p className="mt-1.5 mb-5 text-muted">{text(formatDuration(durationMs))}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={onDiscard}>
          {discard}
        </Button>
        <Button onClick={onClose}>{keep}</Button>
      </div>
    </ModalSheet>
  );
}
