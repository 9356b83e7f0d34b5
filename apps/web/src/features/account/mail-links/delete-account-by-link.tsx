import { deletionWord } from '@relato/contract/account/rules';
import type { UserId } from '@relato/contract/ids';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { leaveSession } from '../../../lib/session/leave-session.ts';
import { accountText } from '../../../messages/account.ts';
import { noticesText } from '../../../messages/bell/appeals.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { forgetRecordings } from '../../recordings/public.ts';
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
  const mayBeGone = useLostAnswer('LINK_INVALID');
  const [isUnclear, setUnclear] = useState(false);
  const { submit: action, intro, unclear } = accountText.deletion;
  const queryClient = useQueryClient();
  const { account } = trpc.useUtils();
  const forget = (userId: UserId) => {
    void forgetRecordings(userId);
    // Another user may have signed in here.
    const session = account.session.getData();
    if (!session || session.user.id === userId) leaveSession(queryClient);
  };
  const send = submit(async () => {
    const answer = remove.mutateAsync({ token, confirmation: deletionWord });
    const { userId } = await answer.catch((error: unknown) => {
      setUnclear(mayBeGone(error));
      throw error;
    });
    forget(userId);
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
    <form ref={keepFocus} noValidate onSubmit={send} className="mt-6 flex flex-col gap-2.5">
      <p className="text-muted">{intro}</p>
      <p className="font-[560]">{noticesText.byLink.leaving}</p>
      <DeletionWordField takesFocus error={errors.fields.confirmation} />
      <FormError text={errors.form && isUnclear ? unclear : errors.form} />
      <Button type="submit" variant="danger" busy={remove.isPending} className="mt-1">
        <Trash2 aria-hidden="true" />
        {action}
      </Button>
    </form>
  );
}
