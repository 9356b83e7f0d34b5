import { trpc } from '../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { authText } from '../../../messages/auth.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { showToast } from '../../../ui/toast-store.ts';

/** Sends the confirmation mail again. */
export function ResendConfirmation({ email }: { readonly email: string }) {
  const resend = trpc.account.resendVerification.useMutation({
    onSuccess: () => showToast({ title: authText.confirmation.resent }),
    onError: (error) =>
      showToast({ title: authText.errors.title, text: toErrorText(error), tone: 'destructive' }),
  });
  return (
    <TextButton disabled={resend.isPending} onClick={() => resend.mutate({ email })}>
      {authText.confirmation.resend}
    </TextButton>
  );
}
