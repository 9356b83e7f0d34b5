import { trpc } from '../../lib/calls/trpc.ts';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { useSignOut } from '../../lib/session/use-sign-out.ts';
import { profilesText } from '../../messages/profiles.ts';
import { sessionText } from '../../messages/account/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextButton } from '../../ui/buttons/text-button.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { useAccountForm } from '../account/public.ts';
import { useProfileRefresh, UsernameField } from './username-field.tsx';

/** Asks for the first username. Nothing can be published without one, so the only other choice is to sign out. */
export function UsernameSheet() {
  const refresh = useProfileRefresh();
  const signOut = useSignOut();
  const complete = trpc.profiles.complete.useMutation({
    onSuccess: async () => {
      showToast({ title: profilesText.completed });
      // Awaited, so that the button stays busy until the session has the name, which closes the sheet.
      await refresh();
    },
  });
  const { errors, submit, forgive } = useAccountForm();
  const { title, text, submit: submitText } = profilesText.complete;
  const send = submit(
    async ({ username }) => complete.mutateAsync({ username }),
    profilesText.errors.saveUsername,
  );
  return (
    <ModalSheet title={title}>
      <form noValidate onSubmit={send} onInput={forgive}>
        <p className="mt-1.5 mb-4 text-muted">{text}</p>
        <UsernameField error={errors.fields.username} />
        <FormError text={errors.form} />
        <Button type="submit" busy={complete.isPending} className="mt-3.5">
          {submitText}
        </Button>
      </form>
      <p className="mt-2 text-center">
        <TextButton busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {sessionText.signOut}
        </TextButton>
      </p>
    </ModalSheet>
  );
}
