import { useQueryClient } from '@tanstack/react-query';
import { checkSignInPassword } from '@relato/contract/account/rules';
import { trpc } from '../../../lib/calls/trpc.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { setSession } from '../../../lib/session/set-session.ts';
import { announceSession } from '../../../lib/session/session-channel.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { errorText } from '../../../messages/errors.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { EmailField, NewPasswordField } from '../account-fields.tsx';
import { useAccountForm } from '../use-account-form.ts';
import { rulesText } from '../../../messages/rules.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useAuthRequest } from '../../../lib/session/auth-sheet-store.ts';
import { useSettings } from '../../../lib/settings/use-settings.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';

interface SignInFormProps {
  /** The address that was typed before. */
  readonly email: string;
  readonly onSignedIn: () => void;
  readonly onSignUp: () => void;
  readonly onForgotPassword: () => void;
}

export function SignInForm({ email: typed, onSignedIn, onSignUp, onForgotPassword }: SignInFormProps) {
  const queryClient = useQueryClient();
  const signIn = trpc.account.signIn.useMutation();
  const { errors, submit, forgive } = useAccountForm({ password: checkSignInPassword });

  const send = submit(async ({ email, password }) => {
    const { user, expiresAt, expiresIn } = await signIn.mutateAsync({ email, password });
    // The token stays out of the cache: the browser's session is the cookie.
    setSession(queryClient, { user, expiresAt, expiresIn });
    announceSession('signed-in');
    showToast({ title: signInText.welcome });
    onSignedIn();
  });

  return (
    <form noValidate onSubmit={send} onInput={forgive}>
      <p className="mt-1.5 mb-4 text-muted">{signInText.signInIntro}</p>
      <OauthLinks hasTerms />
      <div className="flex flex-col gap-2.5">
        <EmailField typed={typed} error={errors.fields.email} />
        <PasswordField
          label={signInText.password}
          name="password"
          autoComplete="current-password"
          error={errors.fields.password}
          showLabel={signInText.showPassword}
          hideLabel={signInText.hidePassword}
        />
      </div>
      <TextButton className="text-sm" onClick={onForgotPassword}>
        {signInText.forgotPassword}
      </TextButton>
      <FormError text={errors.form}>
        {errors.form === errorText.EMAIL_NOT_CONFIRMED && signIn.variables && (
          <ResendConfirmation email={signIn.variables.email} />
        )}
      </FormError>
      <Button type="submit" busy={signIn.isPending} className="mt-3.5">
        {signInText.signIn}
      </Button>
      <p className="mt-2 text-center text-muted">
        {signInText.noAccount} <TextButton onClick={onSignUp}>{signInText.signUp}</TextButton>
      </p>
    </form>
  );
}

interface SignUpFormProps {
  /** The address that was typed before. */
  readonly email: string;
  readonly onSignedUp: (email: string) => void;
  readonly onSignIn: () => void;
}

export function SignUpForm({ email: typed, onSignedUp, onSignIn }: SignUpFormProps) {
  const { minimumAge } = useSettings();
  const { settings } = trpc.useUtils();
  const signUp = trpc.account.signUp.useMutation({
    // The form showed an outdated minimum age: that of the last visit, or the default.
    onError: (error) => {
      if (getErrorCode(error) === 'AGE_NOT_CONFIRMED') void settings.public.invalidate();
    },
  });
  const { errors, submit, forgive } = useAccountForm();

  const send = submit(async (values, form) => {
    await signUp.mutateAsync({ ...values, acceptsTerms: true, confirmedAge: minimumAge });
    // The next step shows the same text, unless the sheet was closed meanwhile.
    const text = form.isConnected ? undefined : signInText.confirmation.text;
    showToast({ title: signInText.accountCreated, text });
    onSignedUp(values.email.trim());
  });

  return (
    <form noValidate onSubmit={send} onInput={forgive}>
      <p className="mt-1.5 mb-4 text-muted">{signInText.signUpIntro}</p>
      <OauthLinks />
      <div className="flex flex-col gap-2.5">
        <TextField
          label={signInText.username}
          name="username"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.fields.username}
        />
        <EmailField typed={typed} error={errors.fields.email} />
        <NewPasswordField label={signInText.password} error={errors.fields.password} />
      </div>
      <TermsLine say={rulesText.terms.onSignUp} />
      <FormError text={errors.form} />
      <Button type="submit" busy={signUp.isPending} className="mt-3.5">
        {signInText.signUp}
      </Button>
      <p className="mt-2 text-center text-muted">
        {signInText.haveAccount} <TextButton onClick={onSignIn}>{signInText.signIn}</TextButton>
      </p>
    </form>
  );
}

const linkClass = 'touch font-[650] text-voice-strong underline';

/** Opens in a new tab, so that the form keeps its input. */
const TermsLink = ({ to, text }: { readonly to: string; readonly text: string }) => (
  <a href={to} target="_blank" rel="noopener" className={linkClass}>
    {text}
  </a>
);

function TermsLine({ say }: { readonly say: (age: number) => string }) {
  const { minimumAge } = useSettings();
  const { terms, rules, and, privacy } = rulesText.terms;
  return (
    <p className="mt-3 text-sm text-muted">
      {say(minimumAge)} <TermsLink to="/legal/condiciones" text={terms} />,{' '}
      <TermsLink to="/normas" text={rules} /> {and} <TermsLink to="/legal/privacidad" text={privacy} />.
    </p>
  );
}

interface RecoveryFormProps {
  /** The address that was typed before. */
  readonly email: string;
  readonly onSignIn: () => void;
}

export function RecoveryForm({ email: typed, onSignIn }: RecoveryFormProps) {
  const request = trpc.account.requestPasswordReset.useMutation();
  const { errors, submit, forgive } = useAccountForm();
  const send = submit(async ({ email }, form) => {
    await request.mutateAsync({ email });
    if (!form.isConnected) showToast({ title: signInText.recovery.sent(email) });
  });
  return (
    <>
      <output className="contents">
        {request.isSuccess && (
          <p className="mt-3 text-muted">{signInText.recovery.sent(request.variables.email)}</p>
        )}
      </output>
      {!request.isSuccess && (
        <form ref={keepFocus} noValidate onSubmit={send} onInput={forgive}>
          <p className="mt-1.5 mb-4 text-muted">{signInText.recovery.intro}</p>
          <EmailField typed={typed} error={errors.fields.email} />
          <FormError text={errors.form} />
          <Button type="submit" busy={request.isPending} className="mt-3.5">
            {signInText.recovery.submit}
          </Button>
        </form>
      )}
      <p className="mt-2 text-center">
        <TextButton onClick={onSignIn}>{signInText.recovery.back}</TextButton>
      </p>
    </>
  );
}

/**
 * One link for each provider of the server. The link leaves the app, and the provider sends the user back signed in. It also
 * creates an account for a new user; the terms stand here unless the form shows them.
 */
function OauthLinks({ hasTerms = false }: { readonly hasTerms?: boolean }) {
  const { oauthProviders, minimumAge } = useSettings();
  const { pathname, search } = window.location;
  const returnTo = useAuthRequest()?.returnTo ?? pathname + search;
  if (oauthProviders.length === 0) return null;
  return (
    <>
      <div className="flex flex-col gap-2.5">
        {oauthProviders.map((provider) => (
          <a
            key={provider}
            href={`/auth/${provider}?terms=${minimumAge}&return=${encodeURIComponent(returnTo)}`}
            className={buttonClass('outline')}
          >
            {signInText.continueWith[provider]}
          </a>
        ))}
      </div>
      {hasTerms && <TermsLine say={rulesText.terms.onProvider} />}
      <p className="my-4 flex items-center gap-2.5 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {signInText.orWithEmail}
      </p>
    </>
  );
}

export function ResendConfirmation({ email }: { readonly email: string }) {
  const resend = trpc.account.resendVerification.useMutation({
    onSuccess: () => showToast({ title: signInText.confirmation.resent }),
    onError: (error) =>
      showToast({ title: signInText.errors.title, text: toErrorText(error), tone: 'destructive' }),
  });
  return (
    <TextButton busy={resend.isPending} onClick={() => resend.mutate({ email })}>
      {signInText.confirmation.resend}
    </TextButton>
  );
}
