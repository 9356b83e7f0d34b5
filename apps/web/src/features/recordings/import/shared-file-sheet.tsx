import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { formatBytes } from '../../../messages/format.ts';
import { recorderImportText } from '../../../messages/recordings/import.ts';
import { Button } from '../../../ui/buttons/button.tsx';

interface SharedFileSheetProps {
  readonly file: File;
  readonly onTake: () => void;
  readonly onClose: () => void;
}

const { title, unnamed, text, take, leave } = recorderImportText.shared;

/**
 * Asks before a shared file is used. A share is a form that every site can post, and browsers do not tell the worker
 * who did, so nothing is stored or sent before the user agrees.
 */
export function SharedFileSheet({ file, onTake, onClose }: SharedFileSheetProps) {
  return (
    <ModalSheet title={title} onClose={onClose}>
      <p className="mt-1.5 font-[650] wrap-anywhere">
        <span dir="auto" className="line-clamp-2">
          {file.name.trim() || unnamed}
        </span>
      </p>
      <p className="num text-sm text-muted">{formatBytes(file.size)}</p>
      <p className="mt-2 mb-5 text-muted">{text}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={onClose}>
          {leave}
        </Button>
        <Button onClick={onTake}>{take}</Button>
      </div>
    </ModalSheet>
  );
}
