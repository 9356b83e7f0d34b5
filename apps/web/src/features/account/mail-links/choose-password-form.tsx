import type { VerifiedEmail } from '@relato/contract/account/types';
import { trpc } from '../../../lib/calls/trpc.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { NewPasswordField } from '../account-fields.tsx';
import { useAccountForm } from '../use-account-form.ts';

interface ChoosePasswordFormProps {
  readonly token: string;
  readonly onVerified: (verified: VerifiedEmail) => Promise<void>;
}

/** Confirms an account in a browser that did not sign up: whoever follows the link chooses the password. */
export function ChoosePasswordForm({ token, onVerified }: ChoosePasswordFormProps) {
  const verify = trpc.account.verifyEmail.useMutation({ onSuccess: onVerified });
  const { errors, submit, forgive } = useAccountForm();
  const send = submit(async ({ password }) => {
    await verify.mutateAsync({ token, password });
  });
  return (
    <form noValidate onSubmit={send} onInput={forgive} className="text-start">
      <NewPasswordField takesFocus label={signInText.newPassword} error={errors.fields.password} />
      <FormError text={errors.form} />
      <Button type="submit" busy={verify.isPending} className="mt-3.5">
        {signInText.verify.submit}
      </Button>
    </form>
  );
}
