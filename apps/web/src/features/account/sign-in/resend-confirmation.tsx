import { trpc } from '../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';

/** Sends the confirmation mail again. */
export function ResendConfirmation({ email }: { readonly email: string }) {
  const resend = trpc.account.resendVerification.useMutation({
    onSuccess: () => showToast({ title: signInText.confirmation.resent }),
    onError: (error) =>
      showToast({ title: signInText.errors.title, text: toErrorText(error), tone: 'destructive' }),
  });
  return (
    <TextButton disabled={resend.isPending} onClick={() => resend.mutate({ email })}>
      {signInText.confirmation.resend}
    </TextButton>
  );
}
