import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { LogoHeader } from '../../../lib/layout/logo-header.tsx';
import { Screen } from '../../../lib/layout/screen.tsx';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { announceSession } from '../../../lib/session/session-channel.ts';
import { type MailLink, useMailToken } from '../../../lib/session/use-mail-token.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { accountText } from '../../../messages/account.ts';
import { errorText } from '../../../messages/errors.ts';
import { sessionText } from '../../../messages/account/session.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { OtherAccount } from './other-account.tsx';
import { useLostAnswer } from '../use-lost-answer.ts';

/**
 * The screen behind the link that is mailed to a new address. Only a press confirms, because mail scanners visit links
 * too.
 */
export function ConfirmEmailChangeScreen() {
  const link = useMailToken();
  return <ConfirmEmailChange key={link.token} {...link} />;
}

function ConfirmEmailChange({ token, outcome, keep, spend }: MailLink) {
  const utils = trpc.useUtils();
  const session = useSession();
  const isSignedOut = session.status === 'signed-out';
  const userId = session.status === 'signed-in' ? session.user.id : null;
  // Another user may sign in meanwhile, also in another tab.
  const [refusedAs, setRefusedAs] = useState<string | null>(null);
  const { title, text, signIn, submit, done, doneText } = accountText.confirmEmail;
  const isChanged = useLostAnswer('LINK_USED');
  const finish = () => {
    showToast({ title: done });
    spend('done');
    announceSession('user-updated');
    return Promise.all([utils.account.invalidate(), utils.profiles.me.invalidate()]);
  };
  const confirm = trpc.account.confirmEmailChange.useMutation({
    onSuccess: finish,
    onError: (error) => {
      setRefusedAs(userId);
      return isChanged(error) ? finish() : undefined;
    },
  });
  const enter = () => {
    keep();
    openAuthSheet();
  };
  const isDone = outcome !== null;
  const isForbidden = getErrorCode(confirm.error) === 'FORBIDDEN';
  const isOther = !isDone && isForbidden && userId !== null && userId === refusedAs;
  const refusal = isForbidden ? null : confirm.error;
  const failure = token === '' ? errorText.LINK_INVALID : refusal && toErrorText(refusal);
  const waiting = isSignedOut ? signIn : text;
  return (
    <Screen label={title} header={<LogoHeader />}>
      <div className="m-auto w-full max-w-[22rem] text-center">
        <div aria-live="polite">
          <h1 className="text-heading">{isDone ? done : title}</h1>
          {isOther ? (
            <OtherAccount
              text={signInText.verify.otherText}
              onLeft={() => {
                confirm.reset();
                enter();
              }}
            />
          ) : (
            <p className="mt-2 mb-5 text-muted">{isDone ? doneText : waiting}</p>
          )}
          {isDone && (
            <Link to="/profile" className={buttonClass()}>
              {sessionText.ownProfile}
            </Link>
          )}
          {!isDone && !isOther && isSignedOut && <Button onClick={enter}>{sessionText.signIn}</Button>}
          {!isDone && !isOther && !isSignedOut && (
            <Button
              ref={keepFocus}
              busy={confirm.isPending}
              disabled={token === ''}
              onClick={() => confirm.mutate({ token })}
            >
              {submit}
            </Button>
          )}
        </div>
        <FormError text={isDone ? undefined : (failure ?? undefined)} />
      </div>
    </Screen>
  );
}
