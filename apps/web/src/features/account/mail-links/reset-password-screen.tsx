import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../../lib/calls/trpc.ts';
import { setSession } from '../../../lib/session/set-session.ts';
import { LogoHeader } from '../../../lib/layout/logo-header.tsx';
import { Screen } from '../../../lib/layout/screen.tsx';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { announceSession } from '../../../lib/session/session-channel.ts';
import { type MailLink, useMailToken } from '../../../lib/session/use-mail-token.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { errorText } from '../../../messages/errors.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { NewPasswordField } from '../account-fields.tsx';
import { useAccountForm } from '../use-account-form.ts';
import { useLostAnswer } from '../use-lost-answer.ts';
import { toUnlinkedText } from '../to-unlinked-text.ts';

export function ResetPasswordScreen() {
  const link = useMailToken();
  return <ResetPassword key={link.token} {...link} />;
}

function ResetPassword({ token, outcome, spend }: MailLink) {
  const reset = trpc.account.resetPassword.useMutation();
  const { errors, submit, forgive } = useAccountForm();
  const isReset = useLostAnswer('LINK_USED');
  const { title, text, submit: submitText, done, doneText, goOn } = signInText.reset;
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const isDone = outcome !== null;
  const isSignedOut = useSession().status === 'signed-out';
  const doneHere = isSignedOut
    ? signInText.verify.doneText
    : toUnlinkedText(doneText, reset.data?.unlinked ?? []);

  const send = submit(async ({ password }) => {
    const session = await reset.mutateAsync({ token, password }).catch((error: unknown) => {
      if (!isReset(error, password)) throw error;
      return null;
    });
    spend('done');
    announceSession('password-recovery');
    showToast({ title: done });
    // A suspended account gets its new password, but no session. After a lost answer, the session is unknown.
    if (session !== null) return setSession(queryClient, session);
    await utils.account.session.invalidate();
    openAuthSheet({ returnTo: '/' });
  });

  return (
    <Screen label={title} header={<LogoHeader />}>
      <div className="m-auto w-full max-w-[22rem]">
        <h1 className="text-center text-heading">{isDone ? done : title}</h1>
        <p className="mt-2 mb-5 text-center text-muted">{isDone ? doneHere : text}</p>
        {isDone ? (
          <Link to="/" className={buttonClass()}>
            {goOn}
          </Link>
        ) : (
          <form ref={keepFocus} noValidate onSubmit={send} onInput={forgive}>
            <NewPasswordField label={signInText.newPassword} error={errors.fields.password} />
            <FormError text={token === '' ? errorText.LINK_INVALID : errors.form} />
            <Button type="submit" busy={reset.isPending} disabled={token === ''} className="mt-3.5">
              {submitText}
            </Button>
          </form>
        )}
      </div>
    </Screen>
  );
}
