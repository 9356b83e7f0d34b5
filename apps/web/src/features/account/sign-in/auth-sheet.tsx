import { ArrowBigUp, MailCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { type AuthRequest, closeAuthSheet, isAuthSheetOpen } from '../../../lib/session/auth-sheet-store.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { clearNewAccount, storeNewAccount } from './new-account.ts';
import { RecoveryForm, SignInForm, SignUpForm, ResendConfirmation } from './sign-in-forms.tsx';

type Step = AuthRequest['mode'] | 'confirmation';

/** Names the action that needs an account, if there is one. */
function toTitle(step: Step, purpose: AuthRequest['purpose']): string {
  switch (step) {
    case 'sign-in':
      return purpose ? signInText.signInTo[purpose] : signInText.signInTitle;
    case 'sign-up':
      return purpose ? signInText.signUpTo[purpose] : signInText.signUpTitle;
    case 'recovery':
      return signInText.recovery.title;
    case 'confirmation':
      return signInText.confirmation.title;
  }
}

export function AuthSheet({ request }: { readonly request: AuthRequest }) {
  const { purpose, story } = request;
  const [step, setStep] = useState<Step>(request.mode);
  // An address typed into one form is kept in the next.
  const [email, setEmail] = useState(request.email ?? '');
  const keepEmail = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === 'email') setEmail(target.value);
  };
  const go = (next: Step) => () => setStep(next);
  const finish = () => {
    clearNewAccount();
    // A user who has closed the sheet meanwhile does something else by now.
    if (!isAuthSheetOpen(request)) return;
    closeAuthSheet();
    request.onSignedIn?.();
  };
  return (
    <ModalSheet title={toTitle(step, purpose)} onClose={closeAuthSheet}>
      {/* The listener catches the input of the forms inside; the controls are theirs. */}
      <div onInput={keepEmail}>
        {purpose === 'vote' && story && (step === 'sign-in' || step === 'sign-up') && (
          <WantedVote story={story} />
        )}
        {step === 'sign-in' && (
          <SignInForm
            email={email}
            onSignedIn={finish}
            onSignUp={go('sign-up')}
            onForgotPassword={go('recovery')}
          />
        )}
        {step === 'sign-up' && (
          <SignUpForm
            email={email}
            onSignedUp={(address) => {
              const recorder = purpose === 'record' ? (request.returnTo ?? '/record') : null;
              storeNewAccount({ email: address, recorder });
              setEmail(address);
              setStep((shown) => (shown === 'sign-up' ? 'confirmation' : shown));
            }}
            onSignIn={go('sign-in')}
          />
        )}
        {step === 'recovery' && <RecoveryForm email={email} onSignIn={go('sign-in')} />}
        {step === 'confirmation' && <ConfirmationSent email={email} onDone={closeAuthSheet} />}
      </div>
    </ModalSheet>
  );
}

function WantedVote({ story }: { readonly story: NonNullable<AuthRequest['story']> }) {
  return (
    <div className="mt-2 flex items-center gap-2 rounded-field bg-sunken px-3 py-2.5">
      <ArrowBigUp aria-hidden="true" className="size-5 shrink-0 text-voice-strong" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-[650]">
          {story.title}
        </p>
        <p className="text-sm text-muted">{signInText.wantedVote(toAuthorName(story.author))}</p>
      </div>
    </div>
  );
}

function ConfirmationSent({ email, onDone }: { readonly email: string; readonly onDone: () => void }) {
  return (
    <div className="text-center">
      <span className="mx-auto my-4 grid size-16 place-items-center rounded-pill bg-leaf-soft text-leaf">
        <MailCheck aria-hidden="true" className="size-7" />
      </span>
      <output className="block text-lg font-[650]">{signInText.confirmation.text}</output>
      <p className="mt-2 text-muted">{signInText.confirmation.sentTo(email)}</p>
      <ResendConfirmation email={email} />
      <Button className="mt-3" onClick={onDone}>
        {signInText.confirmation.done}
      </Button>
    </div>
  );
}
