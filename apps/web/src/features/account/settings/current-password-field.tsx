import { trpc } from '../../../lib/calls/trpc.ts';
import { accountText } from '../../../messages/account.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { PasswordField } from '../../../ui/fields/password-field.tsx';

/** Asks for the current password. An account without a password relies on a recent sign-in instead. */
export function CurrentPasswordField({ error }: { readonly error: string | undefined }) {
  const { data: account } = trpc.account.get.useQuery();
  if (account?.hasPassword === false) return null;
  return (
    <PasswordField
      label={accountText.password.current}
      name="currentPassword"
      autoComplete="current-password"
      error={error}
      showLabel={signInText.showPassword}
      hideLabel={signInText.hidePassword}
    />
  );
}

/** The field is missing for accounts without a password, so an empty value is not sent. */
export const toReauthentication = (currentPassword: string) =>
  currentPassword === '' ? {} : { currentPassword };
