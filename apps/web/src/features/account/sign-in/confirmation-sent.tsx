import { MailCheck } from 'lucide-react';
import { authText } from '../../../messages/auth.ts';
import { Button } from '../../../ui/button.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

interface ConfirmationSentProps {
  readonly email: string;
  readonly onDone: () => void;
}

export function ConfirmationSent({ email, onDone }: ConfirmationSentProps) {
  return (
    <div className="text-center">
      <span className="mx-auto my-4 grid size-16 place-items-center rounded-pill bg-leaf-soft text-leaf">
        <MailCheck aria-hidden="true" className="size-7" />
      </span>
      <output className="block text-lg font-[650]">{authText.confirmation.text}</output>
      <p className="mt-2 text-muted">{authText.confirmation.sentTo(email)}</p>
      <ResendConfirmation email={email} />
      <Button className="mt-3" onClick={onDone}>
        {authText.confirmation.done}
      </Button>
    </div>
  );
}
