import { deletionWord } from '@relato/contract/account/rules';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { accountText } from '../../../messages/account.ts';
import { noticesText } from '../../../messages/bell/appeals.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { DeletionWordField } from '../deletion-word-field.tsx';
import { useAccountForm } from '../use-account-form.ts';
import { useLostAnswer } from '../use-lost-answer.ts';

interface DeleteAccountByLinkProps {
  readonly token: string;
  readonly onDone: () => void;
}

/** For the owner of a suspended account, who cannot sign in to delete it. */
export function DeleteAccountByLink({ token, onDone }: DeleteAccountByLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const remove = trpc.account.deleteByLink.useMutation();
  const { errors, submit } = useAccountForm();
  const isGone = useLostAnswer('LINK_INVALID');
  const { submit: action, intro } = accountText.deletion;
  const send = submit(async () => {
    await remove.mutateAsync({ token, confirmation: deletionWord }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
    onDone();
  });
  if (!isOpen) {
    return (
      <Button variant="ghost" className="mt-6" onClick={() => setOpen(true)}>
        {action}
      </Button>
    );
  }
  return (
    <form noValidate onSubmit={send} className="mt-6 flex flex-col gap-2.5">
      <p className="text-muted">{intro}</p>
      <p className="font-[560]">{noticesText.byLink.leaving}</p>
      <DeletionWordField takesFocus error={errors.fields.confirmation} />
      <FormError text={errors.form} />
      <Button type="submit" variant="danger" busy={remove.isPending} className="mt-1">
        <Trash2 aria-hidden="true" />
        {action}
      </Button>
    </form>
  );
}
