import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { downloadsText } from '../../messages/transcription/downloads.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';

interface DownloadSheetProps {
  readonly storyId: string;
  /** False if the words have no timings, so that captions are impossible. */
  readonly hasTimes: boolean;
  readonly onClose: () => void;
}

export function DownloadSheet({ storyId, hasTimes, onClose }: DownloadSheetProps) {
  const extensions = hasTimes ? (['txt', 'srt', 'vtt'] as const) : (['txt'] as const);
  return (
    <ModalSheet title={downloadsText.title} onClose={onClose}>
      <p className="mt-1.5 mb-5 text-muted">{hasTimes ? downloadsText.text : downloadsText.textAlone}</p>
      <div className="flex flex-col gap-2.5">
        {extensions.map((extension) => (
          <a
            key={extension}
            href={`/transcript/${storyId}.${extension}`}
            download
            className={buttonClass('outline')}
            onClick={onClose}
          >
            {downloadsText.formats[extension]}
          </a>
        ))}
      </div>
    </ModalSheet>
  );
}
