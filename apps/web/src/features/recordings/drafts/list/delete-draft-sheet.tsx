import { ModalSheet } from '../../../../lib/layout/modal-sheet.tsx';
import { draftsText } from '../../../../messages/recordings/drafts.ts';
import { formatDuration } from '../../../../messages/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';

interface DeleteDraftSheetProps {
  /** Null if unknown. */
  readonly durationMs: number | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const { title, text, keep, remove } = draftsText.list.deleting;

/** Asks before an unsaved recording is deleted. */
export function DeleteDraftSheet({ durationMs, onConfirm, onClose }: DeleteDraftSheetProps) {
  return (
    <ModalSheet title={title} onClose={onClose}>
      <p className="mt-1.5 mb-5 text-muted">
        {text(durationMs === null ? null : formatDuration(durationMs))}
      </p>
      <div className="button-row">
        <Button variant="secondary" onClick={onConfirm}>
          {remove}
        </Button>
        <Button onClick={onClose}>{keep}</Button>
      </div>
    </ModalSheet>
  );
}
