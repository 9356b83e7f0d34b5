import { trpc } from '../../../lib/calls/trpc.ts';
import { accountText } from '../../../messages/account.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { NewPasswordField } from '../account-fields.tsx';
import { useAccountForm } from '../use-account-form.ts';
import { CurrentPasswordField, toReauthentication } from './current-password-field.tsx';

export function ChangePasswordForm({ onDone }: { readonly onDone: () => void }) {
  const utils = trpc.useUtils();
  const { errors, submit, forgive } = useAccountForm();
  const { intro, field, submit: submitText, saved, savedText } = accountText.password;
  const change = trpc.account.changePassword.useMutation({
    onSuccess: () => {
      showToast({ title: saved, text: savedText });
      void utils.account.get.invalidate();
      void utils.account.sessions.invalidate();
      void utils.account.identities.invalidate();
    },
  });
  const send = submit(async ({ currentPassword, password }, form) => {
    await change.mutateAsync({ ...toReauthentication(currentPassword), password });
    if (form.isConnected) onDone();
  });
  return (
    <form noValidate onSubmit={send} onInput={forgive} className="flex flex-col gap-2.5">
      <p className="mb-1.5 text-muted">{intro}</p>
      <CurrentPasswordField error={errors.fields.currentPassword} />
      <NewPasswordField label={field} error={errors.fields.password} />
      <FormError text={errors.form} />
      <Button type="submit" busy={change.isPending} className="mt-1">
        {submitText}
      </Button>
    </form>
  );
}
