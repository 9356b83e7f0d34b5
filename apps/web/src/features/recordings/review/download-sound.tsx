import { Download } from 'lucide-react';
import { reviewText } from '../../../messages/review.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import type { Take } from './review-state.ts';

/** The recording as a file of the person's own; nothing while there is none. */
export function DownloadRecording({ take: { src, fileName } }: { readonly take: Take }) {
  if (src === null) return null;
  return (
    <a href={src} download={fileName} className={buttonClass('outline')}>
      <Download aria-hidden="true" />
      {reviewText.download}
    </a>
  );
}
