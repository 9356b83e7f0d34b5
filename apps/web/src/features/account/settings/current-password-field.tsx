import { trpc } from '../../../lib/calls/trpc.ts';
import { accountText } from '../../../messages/account.ts';
import { authText } from '../../../messages/auth.ts';
import { PasswordField } from '../../../ui/password-field.tsx';

/** What proves that it is the owner. An account without a password goes by how lately its session began. */
export function CurrentPasswordField({ error }: { readonly error: string | undefined }) {
  const { data: account } = trpc.account.get.useQuery();
  if (account?.hasPassword === false) return null;
  return (
    <PasswordField
      label={accountText.password.current}
      name="currentPassword"
      autoComplete="current-password"
      error={error}
      showLabel={authText.showPassword}
      hideLabel={authText.hidePassword}
    />
  );
}

/** What a form without the field sends. */
export const toReauthentication = (currentPassword: string) =>
  currentPassword === '' ? {} : { currentPassword };
