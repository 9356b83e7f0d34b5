import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { formatDuration } from '../../../messages/format.ts';
import { recorderReviewText } from '../../../messages/recordings/review.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DownloadRecording } from './review-player.tsx';
import type { FinishedRecording } from './review-state.ts';

interface DiscardSheetProps {
  readonly recording: FinishedRecording;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before an unsaved recording is discarded. */
export function DiscardSheet({ recording, onDiscard, onClose }: DiscardSheetProps) {
  const { title, text, keep, discard } = recorderReviewText.discarding;
  return (
    <ModalSheet title={title} onClose={onClose}>
      <p className="mt-1.5 mb-5 text-muted">{text(formatDuration(recording.durationMs))}</p>
      <DownloadRecording recording={recording} />
      <div className="mt-2.5 button-row">
        <Button variant="secondary" onClick={onDiscard}>
          {discard}
        </Button>
        <Button onClick={onClose}>{keep}</Button>
      </div>
    </ModalSheet>
  );
}
