import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { formatDuration } from '../../../messages/format.ts';
import { reviewText } from '../../../messages/review.ts';
import { Button } from '../../../ui/button.tsx';
import { DownloadRecording } from './download-sound.tsx';
import type { Take } from './review-state.ts';

interface DiscardSheetProps {
  readonly take: Take;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** An unsaved recording is thrown away only by somebody who means it. */
export function DiscardSheet({ take, onDiscard, onClose }: DiscardSheetProps) {
  const { title, text, keep, discard } = reviewText.discarding;
  return (
    <ModalSheet title={title} onClose={onClose}>
      <p className="mt-1.5 mb-5 text-muted">{text(formatDuration(take.durationMs))}</p>
      <DownloadRecording take={take} />
      <div className="mt-2.5 button-row">
        <Button variant="secondary" onClick={onDiscard}>
          {discard}
        </Button>
        <Button onClick={onClose}>{keep}</Button>
      </div>
    </ModalSheet>
  );
}
