import { useQueryClient } from '@tanstack/react-query';
import { checkSignInPassword } from '@relato/contract/account/rules';
import { trpc } from '../../../lib/calls/trpc.ts';
import { setSession } from '../../../lib/session/set-session.ts';
import { announceSession } from '../../../lib/session/session-channel.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { errorText } from '../../../messages/errors.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { EmailField } from '../account-fields.tsx';
import { useAccountForm } from '../use-account-form.ts';
import { OauthLinks } from './oauth-links.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

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
      <OauthLinks />
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
