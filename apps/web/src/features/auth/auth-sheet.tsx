import { useState } from 'react';
import { ModalSheet } from '../../app/shell/modal-sheet.tsx';
import { authText } from '../../messages/auth.ts';
import { closeAuthSheet, type AuthRequest } from './auth-sheet-store.ts';
import { ConfirmationSent } from './confirmation-sent.tsx';
import { RecoveryForm } from './recovery-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

type Step =
  | { readonly name: AuthRequest['mode'] }
  | { readonly name: 'confirmation'; readonly email: string };

const titles = {
  'sign-in': authText.signInTitle,
  'sign-up': authText.signUpTitle,
  recovery: authText.recovery.title,
  confirmation: authText.confirmation.title,
} satisfies Record<Step['name'], string>;

export function AuthSheet({ request }: { readonly request: AuthRequest }) {
  const [step, setStep] = useState<Step>({ name: request.mode });
  const go = (name: AuthRequest['mode']) => () => setStep({ name });
  const finish = () => {
    closeAuthSheet();
    request.onSignedIn?.();
  };
  return (
    <ModalSheet title={titles[step.name]} onClose={closeAuthSheet}>
      {step.name === 'sign-in' && (
        <SignInForm onSignedIn={finish} onSignUp={go('sign-up')} onForgotPassword={go('recovery')} />
      )}
      {step.name === 'sign-up' && (
        <SignUpForm
          onSignedUp={(email) => setStep({ name: 'confirmation', email })}
          onSignIn={go('sign-in')}
        />
      )}
      {step.name === 'recovery' && <RecoveryForm onSignIn={go('sign-in')} />}
      {step.name === 'confirmation' && <ConfirmationSent email={step.email} onDone={closeAuthSheet} />}
    </ModalSheet>
  );
}
