import { trpc } from '../../../lib/calls/trpc.ts';
import { accountText } from '../../../messages/account.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { useAccountForm } from '../use-account-form.ts';
import { CurrentPasswordField, toReauthentication } from './current-password-field.tsx';

export function ChangeEmailForm({ onDone }: { readonly onDone: () => void }) {
  const utils = trpc.useUtils();
  const request = trpc.account.requestEmailChange.useMutation({
    onSuccess: () => utils.account.get.invalidate(),
  });
  const { errors, submit, forgive } = useAccountForm();
  const { intro, field, submit: submitText, sent, done } = accountText.email;
  const send = submit(async ({ email, currentPassword }, form) => {
    await request.mutateAsync({ email, ...toReauthentication(currentPassword) });
    if (!form.isConnected) showToast({ title: sent(email) });
  });
  if (request.isSuccess) {
    return (
      <>
        <output className="mb-5 block wrap-anywhere text-muted">{sent(request.variables.email)}</output>
        {/* It replaces the button that had the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus would be lost otherwise */}
        <Button autoFocus onClick={onDone}>
          {done}
        </Button>
      </>
    );
  }
  return (
    <form noValidate onSubmit={send} onInput={forgive} className="flex flex-col gap-2.5">
      <p className="mb-1.5 text-muted">{intro}</p>
      <TextField
        label={field}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        error={errors.fields.email}
      />
      <CurrentPasswordField error={errors.fields.currentPassword} />
      <FormError text={errors.form} />
      <Button type="submit" busy={request.isPending} className="mt-1">
        {submitText}
      </Button>
    </form>
  );
}
