import { ChevronLeft } from 'lucide-react';
import { accountText } from '../../../messages/account.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import type { AccountStep } from './account-section.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DeleteAccountForm } from './delete-account-form.tsx';
import { SessionsList } from './sessions-list.tsx';

interface AccountStepViewProps {
  readonly step: AccountStep;
  readonly onBack: () => void;
  readonly onDeleted: () => void;
}

/** What is behind a row of the settings; it takes the place of all of them. */
export function AccountStepView({ step, onBack, onDeleted }: AccountStepViewProps) {
  return (
    <div>
      <TextButton className="-ml-1.5 mb-1 gap-0.5 text-sm [&_svg]:size-5" onClick={onBack}>
        <ChevronLeft aria-hidden="true" />
        {accountText.back}
      </TextButton>
      {step === 'email' && <ChangeEmailForm onDone={onBack} />}
      {step === 'password' && <ChangePasswordForm onDone={onBack} />}
      {step === 'sessions' && <SessionsList />}
      {step === 'deletion' && <DeleteAccountForm onDone={onDeleted} />}
    </div>
  );
}
