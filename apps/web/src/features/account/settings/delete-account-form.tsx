import { useQueryClient } from '@tanstack/react-query';
import { deletionWord } from '@relato/contract/account/rules';
import { Trash2 } from 'lucide-react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { setSession } from '../../../lib/session/set-session.ts';
import { announceSession } from '../../../lib/session/session-channel.ts';
import { forgetTab } from '../../../lib/tab-storage.ts';
import { accountText } from '../../../messages/account.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { DeletionWordField } from '../deletion-word-field.tsx';
import { useAccountForm } from '../use-account-form.ts';
import { CurrentPasswordField, toReauthentication } from './current-password-field.tsx';
import { DownloadLink } from './data-export.tsx';

export function DeleteAccountForm({ onDone }: { readonly onDone: () => void }) {
  const queryClient = useQueryClient();
  const { errors, submit, forgive } = useAccountForm();
  const { intro, noWayBack, submit: submitText, done, doneText } = accountText.deletion;
  const remove = trpc.account.delete.useMutation({
    onSuccess: () => {
      setSession(queryClient, null);
      announceSession('signed-out');
      forgetTab();
      showToast({ title: done, text: doneText });
    },
  });
  const send = submit(async ({ currentPassword }) => {
    await remove.mutateAsync({ ...toReauthentication(currentPassword), confirmation: deletionWord });
    onDone();
  });
  return (
    <form noValidate onSubmit={send} onInput={forgive} className="flex flex-col gap-2.5">
      <p className="text-muted">{intro}</p>
      <p className="font-[560]">{noWayBack}</p>
      <DownloadLink />
      <CurrentPasswordField error={errors.fields.currentPassword} />
      <DeletionWordField error={errors.fields.confirmation} />
      <FormError text={errors.form} />
      <Button type="submit" variant="danger" busy={remove.isPending} className="mt-1">
        <Trash2 aria-hidden="true" />
        {submitText}
      </Button>
    </form>
  );
}
