import { DomainError, type OauthProvider } from '@relato/contract';
import { readClock } from '../clock.ts';
import { refuseGuessablePassword } from './common-passwords.ts';
import type { AuthContext, WriteAlong } from '../context.ts';
import { revokeMailTokens } from '../email/mail-tokens.ts';
import { unlinkAllIdentities } from '../oauth/linked-identities.ts';
import { hashPassword } from './passwords.ts';
import {
  deleteOtherSessions,
  lockOwnAccount,
  requireReauthentication,
  type Credentials,
} from '../session/reauthentication.ts';
import { forgetDevices } from '../session/trusted-devices.ts';

export interface PasswordChange {
  /** The address for the notification. */
  readonly email: string | null;
  /** The providers of the unlinked identities, for the notification of the owner. */
  readonly unlinked: readonly OauthProvider[];
}

/**
 * Sets another password, or the first one of an account. Ends every other session, forgets all trusted devices, revokes
 * every token that could undo the change, and unlinks all identities, because an attacker who knew the old password may have
 * linked them. Identities stay if the account could not sign in without them, or if the password stays the same. Returns the
 * address for the notification and the unlinked providers. Throws the errors of `requireReauthentication`, PASSWORD_COMMON,
 * PASSWORD_PERSONAL, UNAUTHENTICATED, and CONFLICT if the password was changed meanwhile.
 */
export async function changePassword(
  context: AuthContext,
  credentials: Credentials,
  password: string,
  writeAlong?: WriteAlong<PasswordChange>,
): Promise<PasswordChange> {
  const { database, clock } = context;
  const before = await database.prisma.user.findUnique({
    where: { id: credentials.userId },
    select: { email: true, passwordHash: true, profile: { select: { username: true } } },
  });
  if (!before) throw new DomainError('UNAUTHENTICATED');
  await requireReauthentication(context, credentials);
  refuseGuessablePassword(password, { username: before.profile?.username ?? null, email: before.email });
  const passwordHash = await hashPassword(password);
  return database.prisma.$transaction(async (tx) => {
    const account = await lockOwnAccount(tx, credentials);
    if (account.passwordHash !== before.passwordHash) throw new DomainError('CONFLICT');
    await tx.user.update({ where: { id: account.id }, data: { passwordHash } });
    const now = await readClock(tx, clock);
    // An attacker who knew the old password may have requested these.
    await revokeMailTokens(tx, account.id, now, { purpose: 'reset_password' });
    await revokeMailTokens(tx, account.id, now, { purpose: 'change_email' });
    await deleteOtherSessions(tx, credentials);
    await forgetDevices(tx, account.id);
    // A call whose answer was lost is repeated with the new password as the present one.
    const isChange = before.passwordHash !== null && credentials.password !== password;
    const unlinked = isChange && account.email !== null ? await unlinkAllIdentities(tx, account.id) : [];
    const change = { email: account.email, unlinked };
    await writeAlong?.(tx, change);
    return change;
  });
}
