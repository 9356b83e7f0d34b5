import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { ownStoriesText } from '../../../messages/stories/own.ts';
import { Button } from '../../../ui/buttons/button.tsx';

interface VoicesSheetProps {
  readonly busy: boolean;
  readonly onAgree: () => void;
  readonly onClose: () => void;
}

const { voices: text } = ownStoriesText;

/** Asks at a user's first publication whether the other people in the recording agree. */
export function VoicesSheet({ busy, onAgree, onClose }: VoicesSheetProps) {
  return (
    <ModalSheet title={text.title} onClose={onClose}>
      <p className="mt-1.5 text-lg">{text.question}</p>
      <p className="mt-2 mb-5 text-muted">{text.why}</p>
      <div className="flex flex-col gap-2.5">
        <Button busy={busy} onClick={onAgree}>
          {text.yes}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {text.no}
        </Button>
      </div>
    </ModalSheet>
  );
}
