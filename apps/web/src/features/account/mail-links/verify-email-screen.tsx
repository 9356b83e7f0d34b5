import type { VerifiedEmail } from '@relato/contract/account/types';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Mic } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { LogoHeader } from '../../../lib/layout/logo-header.tsx';
import { Screen } from '../../../lib/layout/screen.tsx';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { announceSession } from '../../../lib/session/session-channel.ts';
import { setSession } from '../../../lib/session/set-session.ts';
import { type MailLink, useMailToken } from '../../../lib/session/use-mail-token.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { errorText } from '../../../messages/errors.ts';
import { sessionText } from '../../../messages/account/session.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { clearNewAccount, readNewAccount } from '../sign-in/new-account.ts';
import { OtherAccount } from './other-account.tsx';
import { NewPasswordField } from '../account-fields.tsx';
import { useAccountForm } from '../use-account-form.ts';
import { useLostAnswer } from '../use-lost-answer.ts';

const text = signInText.verify;

/** Stands for a lost answer. */
const lostAnswer: VerifiedEmail = { username: null, session: null };

interface VerifyEmailScreenProps {
  /** The prompt that the recorder showed; shown to a user who signed up in order to record. */
  readonly storyIdea: string | undefined;
}

/**
 * The screen behind the link of the confirmation mail. Only a press confirms, because mail scanners visit links too. In the browser
 * of the sign-up that is enough; in another one the reader of the mail chooses the password.
 */
export function VerifyEmailScreen({ storyIdea }: VerifyEmailScreenProps) {
  const link = useMailToken();
  return <VerifyEmail key={link.token} {...link} storyIdea={storyIdea} />;
}

function VerifyEmail({ token, outcome, keep, spend, storyIdea }: MailLink & VerifyEmailScreenProps) {
  const utils = trpc.useUtils();
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  const user = isSignedIn ? session.user : null;
  // Another user may sign in meanwhile, also in another tab.
  const [refusedAs, setRefusedAs] = useState<string>();
  const [account] = useState(readNewAccount);
  const [choosesPassword, setChoosesPassword] = useState(false);
  const queryClient = useQueryClient();
  const recorder = account?.recorder ?? '/record';
  const enter = () => openAuthSheet({ email: account?.email, returnTo: recorder });
  const [newName, setNewName] = useState<string | null>(null);
  const isNew = account?.recorder ? 'new-to-record' : 'new';
  const finish = async (verified: VerifiedEmail) => {
    showToast({ title: text.done });
    if (verified.session) {
      spend(isNew);
      announceSession('signed-in');
      clearNewAccount();
      return setSession(queryClient, verified.session);
    }
    // The mail confirmed either a new account, while this session may be of another one, or an address that was added to
    // the account of this session, which may still be loading.
    if (!(await utils.account.session.ensureData().catch(() => null))) {
      spend(isNew);
      return enter();
    }
    if (verified.isAdded === false) {
      setNewName(verified.username);
      return spend('other');
    }
    spend('done');
    announceSession('user-updated');
    void utils.account.session.invalidate();
    void utils.profiles.me.invalidate();
  };
  const isVerified = useLostAnswer('LINK_USED');
  const verify = trpc.account.verifyEmail.useMutation({
    onSuccess: finish,
    onError: (error) => {
      setChoosesPassword(getErrorCode(error) === 'LINK_NEEDS_PASSWORD');
      setRefusedAs(user?.id);
      return isVerified(error) ? finish(lostAnswer) : undefined;
    },
  });
  const isDone = outcome !== null;
  // The link adds the address to an account, in which the user must be signed in.
  const isForOwner = getErrorCode(verify.error) === 'UNAUTHENTICATED';
  const continueSignedIn = () => {
    keep();
    openAuthSheet();
  };
  const isForbidden = getErrorCode(verify.error) === 'FORBIDDEN';
  const isForOther = !isDone && isForbidden && user?.id === refusedAs;
  const refusal = (isForOwner && isSignedIn) || isForbidden ? null : verify.error;
  const failure = token === '' ? errorText.LINK_INVALID : refusal && toErrorText(refusal);
  if (choosesPassword && !isDone)
    return (
      <Screen label={text.title} header={<LogoHeader />}>
        <div className="m-auto w-full max-w-[22rem] text-center">
          <h1 className="text-heading">{text.choose}</h1>
          <p className="mt-2 mb-5 text-muted">{text.chooseText}</p>
          <ChoosePasswordForm token={token} onVerified={finish} />
        </div>
      </Screen>
    );
  if (user && ((outcome === 'other' && user.username !== newName) || isForOther))
    return (
      <Screen label={text.title} header={<LogoHeader />}>
        <div className="m-auto w-full max-w-[22rem] text-center">
          <div aria-live="polite">
            <h1 className="text-heading">{isForOther ? text.title : text.done}</h1>
            <OtherAccount
              text={isForOther ? text.otherText : text.newText(newName && sessionText.author(newName))}
              onLeft={() => {
                verify.reset();
                if (isForOther) continueSignedIn();
                else {
                  spend(isNew);
                  enter();
                }
              }}
            />
          </div>
        </div>
      </Screen>
    );
  if (isDone && outcome !== 'done' && isSignedIn)
    return (
      <ReadyScreen
        username={session.user.username}
        recorder={recorder}
        storyIdea={outcome === 'new-to-record' ? storyIdea : undefined}
      />
    );
  return (
    <Screen label={text.title} header={<LogoHeader />}>
      <div className="m-auto w-full max-w-[22rem] text-center">
        <div aria-live="polite">
          <h1 className="text-heading">{isDone ? text.done : text.title}</h1>
          <p className="mt-2 mb-5 text-muted">
            {isDone ? (isSignedIn ? text.addedText : text.doneText) : text.text}
          </p>
          {isDone && isSignedIn && (
            <Link to="/profile" className={buttonClass()}>
              {sessionText.ownProfile}
            </Link>
          )}
          {isDone && !isSignedIn && <Button onClick={enter}>{signInText.signIn}</Button>}
          {!isDone && isForOwner && !isSignedIn && (
            <Button onClick={continueSignedIn}>{signInText.signIn}</Button>
          )}
          {!isDone && !(isForOwner && !isSignedIn) && (
            <Button
              ref={keepFocus}
              busy={verify.isPending}
              disabled={token === ''}
              onClick={() => verify.mutate({ token })}
            >
              {text.submit}
            </Button>
          )}
        </div>
        <FormError text={isDone ? undefined : (failure ?? undefined)} />
      </div>
    </Screen>
  );
}

interface ReadyScreenProps {
  readonly username: string | null;
  readonly recorder: string;
  readonly storyIdea: string | undefined;
}

/** The first screen of a new account; it leads to what the account was created for. */
function ReadyScreen({ username, recorder, storyIdea }: ReadyScreenProps) {
  return (
    <Screen label={text.ready} header={<LogoHeader />}>
      <div className="m-auto w-full max-w-[24rem]">
        <span className="mb-5 grid size-19 place-items-center rounded-pill bg-leaf-soft text-leaf compact:hidden">
          <Check aria-hidden="true" className="size-9" />
        </span>
        <h1 className="text-hero compact:text-heading">{text.ready}</h1>
        <p className="mt-3 mb-6 text-lg text-muted compact:mt-1 compact:mb-4 compact:text-base">
          {text.readyText(username === null ? sessionText.anonymousUser : sessionText.author(username))}
        </p>
        {storyIdea !== undefined && (
          <section className="mb-6 rounded-card bg-sunken p-4 compact:mb-4 compact:py-3">
            <p className="mb-1 text-sm font-[650] text-muted">{text.wanted}</p>
            <h2 className="text-title">{storyIdea}</h2>
          </section>
        )}
        {/* Audio from another app arrives only with a page load. */}
        <a href={recorder} className={buttonClass()}>
          <Mic aria-hidden="true" />
          {text.record}
        </a>
        <Link to="/search" className={`mt-1.5 ${buttonClass('ghost')}`}>
          {text.listen}
        </Link>
      </div>
    </Screen>
  );
}

interface ChoosePasswordFormProps {
  readonly token: string;
  readonly onVerified: (verified: VerifiedEmail) => Promise<void>;
}

/** Confirms an account in a browser that did not sign up: whoever follows the link chooses the password. */
function ChoosePasswordForm({ token, onVerified }: ChoosePasswordFormProps) {
  const verify = trpc.account.verifyEmail.useMutation();
  const { errors, submit, forgive } = useAccountForm();
  const isVerified = useLostAnswer('LINK_USED');
  const send = submit(async ({ password }) => {
    const verified = await verify.mutateAsync({ token, password }).catch((error: unknown) => {
      if (!isVerified(error, password)) throw error;
      return lostAnswer;
    });
    await onVerified(verified);
  });
  return (
    <form ref={keepFocus} noValidate onSubmit={send} onInput={forgive} className="text-start">
      <NewPasswordField takesFocus label={signInText.newPassword} error={errors.fields.password} />
      <FormError text={errors.form} />
      <Button type="submit" busy={verify.isPending} className="mt-3.5">
        {signInText.verify.submit}
      </Button>
    </form>
  );
}
