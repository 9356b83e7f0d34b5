import { trpc } from '../../../lib/calls/trpc.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { EmailField } from '../account-fields.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { useAccountForm } from '../use-account-form.ts';

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
  const back = (
    <p className="mt-2 text-center">
      <TextButton onClick={onSignIn}>{signInText.recovery.back}</TextButton>
    </p>
  );

  if (request.isSuccess) {
    return (
      <>
        <output className="mt-3 block text-muted">{signInText.recovery.sent(request.variables.email)}</output>
        {back}
      </>
    );
  }
  return (
    <form noValidate onSubmit={send} onInput={forgive}>
      <p className="mt-1.5 mb-4 text-muted">{signInText.recovery.intro}</p>
      <EmailField typed={typed} error={errors.fields.email} />
      <FormError text={errors.form} />
      <Button type="submit" busy={request.isPending} className="mt-3.5">
        {signInText.recovery.submit}
      </Button>
      {back}
    </form>
  );
}
