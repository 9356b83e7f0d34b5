import { useState } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { LogoHeader } from '../../lib/layout/logo-header.tsx';
import { Screen } from '../../lib/layout/screen.tsx';
import { keepFocus } from '../../lib/layout/keep-focus.ts';
import { type MailLink, useMailToken } from '../../lib/session/use-mail-token.ts';
import { accountText } from '../../messages/account.ts';
import { noticesText } from '../../messages/bell/appeals.ts';
import { errorText } from '../../messages/errors.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { DeleteAccountByLink } from '../account/public.ts';
import { AppealForm, NoticeBody } from './notice-body.tsx';
import { storeUnsentAppeal } from './unsent-appeals.ts';

/** The screen behind the link of the suspension mail, for users who cannot sign in. */
export function AppealByLinkScreen() {
  const { token } = useMailToken();
  return <AppealByLink key={token} token={token} />;
}

function AppealByLink({ token }: Pick<MailLink, 'token'>) {
  const [isSent, setSent] = useState(false);
  const [isDisposed, setLeft] = useState(false);
  const notice = trpc.appeals.noticeByLink.useMutation();
  const appeal = trpc.appeals.createByLink.useMutation({
    onSuccess: () => {
      if (notice.data) storeUnsentAppeal(notice.data.id, '');
      setSent(true);
    },
    onError: (error) => {
      if (getErrorCode(error) !== 'CONFLICT') return;
      // An answer was lost, or the suspension has ended. The notice says which.
      if (notice.data) storeUnsentAppeal(notice.data.id, '');
      appeal.reset();
      notice.mutate({ token });
    },
  });
  const { title, text, open, done, restored } = noticesText.byLink;
  const problem = appeal.error ?? notice.error;
  const failure = token === '' ? errorText.LINK_INVALID : problem && toErrorText(problem);
  return (
    <Screen label={title} header={<LogoHeader />}>
      <div className="m-auto w-full max-w-[26rem]">
        <h1 className="text-center text-heading">{title}</h1>
        <div aria-live="polite">
          {notice.data === undefined && (
            <>
              <p className="mt-2 mb-5 text-center text-muted">{text}</p>
              <Button
                ref={keepFocus}
                busy={notice.isPending}
                disabled={token === ''}
                onClick={() => notice.mutate({ token })}
              >
                {open}
              </Button>
            </>
          )}
          {isDisposed && <p className="mt-3 text-center font-[560]">{accountText.deletion.done}</p>}
          {notice.data && !isDisposed && (
            <NoticeBody notice={notice.data}>
              {notice.data.liftedAt !== null && <p className="mt-3 font-[560]">{restored}</p>}
              {(isSent || notice.data.appeal?.status === 'open') && <p className="mt-3 font-[560]">{done}</p>}
              {notice.data.canAppeal && !isSent && (
                <AppealForm
                  noticeId={notice.data.id}
                  isSending={appeal.isPending}
                  onSend={(words) => appeal.mutate({ token, text: words })}
                />
              )}
            </NoticeBody>
          )}
        </div>
        {notice.data?.liftedAt === null && !isDisposed && (
          <DeleteAccountByLink token={token} onDone={() => setLeft(true)} />
        )}
        <FormError text={failure ?? undefined} />
      </div>
    </Screen>
  );
}
