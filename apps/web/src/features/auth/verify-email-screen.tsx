import { Link } from '@tanstack/react-router';
import { LogoHeader } from '../../app/shell/logo-header.tsx';
import { Screen } from '../../app/shell/screen.tsx';
import { toErrorText } from '../../app/error-text.ts';
import { authText } from '../../messages/auth.ts';
import { errorText } from '../../messages/errors.ts';
import { sessionText } from '../../messages/session.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { openAuthSheet } from './auth-sheet-store.ts';
import { FormError } from './form-error.tsx';
import { announceSession } from './session-channel.ts';
import { useMailToken } from './use-mail-token.ts';
import { useSession } from './use-session.ts';

/** Behind the link of the confirmation mail. A press confirms, not the visit: mail scanners visit links too. */
export function VerifyEmailScreen() {
  const token = useMailToken();
  const utils = trpc.useUtils();
  const isSignedIn = useSession().status === 'signed-in';
  const verify = trpc.auth.verifyEmail.useMutation({
    onSuccess: () => {
      showToast({ title: authText.verify.done });
      if (!isSignedIn) return openAuthSheet({ returnTo: '/' });
      // An address that was added to the account of who is here.
      announceSession('user-updated');
      void utils.auth.session.invalidate();
      void utils.profiles.me.invalidate();
    },
  });
  const failure = token === '' ? errorText.LINK_INVALID : verify.error && toErrorText(verify.error);
  const { title, text, submit, done, doneText, addedText } = authText.verify;
  return (
    <Screen label={title} header={<LogoHeader />}>
      <div className="m-auto w-full max-w-[22rem] text-center" aria-live="polite">
        <h1 className="text-heading">{verify.isSuccess ? done : title}</h1>
        <p className="mt-2 mb-5 text-muted">
          {verify.isSuccess ? (isSignedIn ? addedText : doneText) : text}
        </p>
        {verify.isSuccess && isSignedIn && (
          <Link to="/profile" className={buttonClass()}>
            {sessionText.ownProfile}
          </Link>
        )}
        {verify.isSuccess && !isSignedIn && (
          <Button onClick={() => openAuthSheet({ returnTo: '/' })}>{authText.signIn}</Button>
        )}
        {!verify.isSuccess && (
          <Button busy={verify.isPending} disabled={token === ''} onClick={() => verify.mutate({ token })}>
            {submit}
          </Button>
        )}
        <FormError text={failure ?? undefined} />
      </div>
    </Screen>
  );
}
