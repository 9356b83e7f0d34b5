import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { questionsText } from '../../messages/questions/questions.ts';
import { sharingText } from '../../messages/stories/sharing.ts';
import { CopyLink, QrCode } from '../stories/public.ts';

interface LinkSheetProps {
  readonly text: string;
  readonly url: string;
  readonly expiresAt: Date;
  readonly onClose: () => void;
}

const { title, until, hint, label, message } = questionsText.link;

/** Shows the link of a question, which can be sent or scanned. The server does not show it a second time. */
export function LinkSheet({ text, url, expiresAt, onClose }: LinkSheetProps) {
  return (
    <ModalSheet title={title} onClose={onClose}>
      <p dir="auto" className="mt-2 text-title wrap-anywhere">
        {text}
      </p>
      <p className="mt-1.5 mb-4 text-muted">
        {until(expiresAt)} {hint}
      </p>
      <CopyLink title={message(text)} url={url} label={label} />
      <div className="mt-5">
        <QrCode url={url} label={sharingText.qr.name(text)} />
      </div>
    </ModalSheet>
  );
}
