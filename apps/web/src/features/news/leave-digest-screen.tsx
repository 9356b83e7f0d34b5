import { leavePath } from '@relato/contract/news/rules';
import { useMutation } from '@tanstack/react-query';
import { fetchWithTimeout } from '../../lib/calls/fetch-with-timeout.ts';
import { LogoHeader } from '../../lib/layout/logo-header.tsx';
import { Screen } from '../../lib/layout/screen.tsx';
import { keepFocus } from '../../lib/layout/keep-focus.ts';
import { type MailLink, useMailToken } from '../../lib/session/use-mail-token.ts';
import { pushText } from '../../messages/bell/push.ts';
import { errorText } from '../../messages/errors.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';

/** Resolves with whether the token was valid. */
async function leave(token: string): Promise<boolean> {
  const address = `${leavePath}?token=${encodeURIComponent(token)}`;
  const { ok, status } = await fetchWithTimeout(address, { method: 'POST' });
  if (!ok && status >= 500) throw new Error(`The server answers ${status}`);
  return ok;
}

/** The screen behind the link of a digest. Only a press unsubscribes, because mail scanners visit links too. */
export function LeaveDigestScreen() {
  const { token } = useMailToken();
  return <LeaveDigest key={token} token={token} />;
}

function LeaveDigest({ token }: Pick<MailLink, 'token'>) {
  const leaving = useMutation({ mutationFn: leave });
  const { title, text, submit, done, doneText } = pushText.leave;
  const isDone = leaving.data === true;
  const isInvalid = token === '' || leaving.data === false;
  const failure = isInvalid ? errorText.LINK_INVALID : leaving.isError ? errorText.UNAVAILABLE : undefined;
  return (
    <Screen label={title} header={<LogoHeader />}>
      <div className="m-auto w-full max-w-[22rem] text-center">
        <div aria-live="polite">
          <h1 className="text-heading">{isDone ? done : title}</h1>
          <p className="mt-2 mb-5 text-muted">{isDone ? doneText : text}</p>
          {!isDone && (
            <Button
              ref={keepFocus}
              busy={leaving.isPending}
              disabled={token === ''}
              onClick={() => leaving.mutate(token)}
            >
              {submit}
            </Button>
          )}
        </div>
        <FormError text={failure} />
      </div>
    </Screen>
  );
}
