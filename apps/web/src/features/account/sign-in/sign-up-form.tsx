import { trpc } from '../../../lib/calls/trpc.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { rulesText } from '../../../messages/rules.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { EmailField, NewPasswordField } from '../account-fields.tsx';
import { useAccountForm } from '../use-account-form.ts';
import { OauthLinks } from './oauth-links.tsx';

interface SignUpFormProps {
  /** The address that was typed before. */
  readonly email: string;
  readonly onSignedUp: (email: string) => void;
  readonly onSignIn: () => void;
}

export function SignUpForm({ email: typed, onSignedUp, onSignIn }: SignUpFormProps) {
  const signUp = trpc.account.signUp.useMutation();
  const { errors, submit, forgive } = useAccountForm();

  const send = submit(async (values, form) => {
    await signUp.mutateAsync(values);
    // The next step says it, unless the sheet was closed meanwhile.
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
      <TermsLine />
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

const { before, rules, between, privacy } = rulesText.terms;
const linkClass = 'touch font-[650] text-voice-strong underline';

/** The links open in a new tab, so that the form keeps its input. */
function TermsLine() {
  return (
    <p className="mt-3 text-sm text-muted">
      {before}{' '}
      <a href="/normas" target="_blank" rel="noopener" className={linkClass}>
        {rules}
      </a>{' '}
      {between}{' '}
      <a href="/privacidad" target="_blank" rel="noopener" className={linkClass}>
        {privacy}
      </a>
      .
    </p>
  );
}
