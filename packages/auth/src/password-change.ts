import { DomainError, type OauthProvider } from '@relato/contract';
import { readClock } from './clock.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import type { AuthContext } from './context.ts';
import { revokeMailTokens } from './mail-tokens.ts';
import { unlinkAllIdentities } from './oauth/linked-identities.ts';
import { hashPassword } from './passwords.ts';
import {
  endOtherSessions,
  lockOwnAccount,
  requireReauthentication,
  type Credentials,
} from './reauthentication.ts';

/**
 * Sets another password, or the first one of an account without any. Ends every other session, revokes every token that
 * could undo the change, and unlinks all identities, because an attacker who knew the old password may have linked them;
 * identities stay if the account could not sign in without them. Returns the address to notify and the unlinked
 * providers. Throws PASSWORD_REQUIRED or PASSWORD_WRONG for an account with a password, SESSION_NOT_FRESH for one without,
 * PASSWORD_COMMON, PASSWORD_PERSONAL, UNAUTHENTICATED, CONFLICT if the password was changed meanwhile, UNAVAILABLE.
 */
export async function changePassword(
  context: AuthContext,
  credentials: Credentials,
  password: string,
): Promise<{ readonly email: string | null; readonly unlinked: readonly OauthProvider[] }> {
  const { database, clock } = context;
  const before = await database.prisma.user.findUnique({
    where: { id: credentials.userId },
    select: { email: true, passwordHash: true, profile: { select: { username: true } } },
  });
  if (!before) throw new DomainError('UNAUTHENTICATED');
  if (before.passwordHash !== null && credentials.password === undefined)
    throw new DomainError('PASSWORD_REQUIRED');
  await requireReauthentication(context, credentials);
  refuseCommonPassword(password, { username: before.profile?.username ?? null, email: before.email });
  const passwordHash = await hashPassword(password);
  return database.prisma.$transaction(async (tx) => {
    const account = await lockOwnAccount(tx, credentials);
    if (account.passwordHash !== before.passwordHash) throw new DomainError('CONFLICT');
    await tx.user.update({ where: { id: account.id }, data: { passwordHash } });
    const now = await readClock(tx, clock);
    // An attacker who knew the old password may have requested these.
    await revokeMailTokens(tx, account.id, now, { purpose: 'reset_password' });
    await revokeMailTokens(tx, account.id, now, { purpose: 'change_email' });
    await endOtherSessions(tx, credentials);
    const isChange = before.passwordHash !== null && account.email !== null;
    return { email: account.email, unlinked: isChange ? await unlinkAllIdentities(tx, account.id) : [] };
  });
}
