import { DomainError, type OauthProvider } from '@relato/contract';
import { readClock } from './clock.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import type { AuthContext } from './context.ts';
import { endLinks } from './links.ts';
import { dropIdentities } from './oauth/drop-identities.ts';
import { hashPassword } from './passwords.ts';
import { endOtherSessions, lockOwnAccount, requireProof, type Claim } from './proof.ts';

/**
 * Sets another password, or the first one of an account that has none, and ends every other session and every link that
 * could undo it. Who changes a password may not trust who knew it: identities, which those may have added, end as well,
 * unless nothing else would sign in. Answers the address to tell. Throws PASSWORD_REQUIRED for an account that has one, PASSWORD_WRONG,
 * SESSION_NOT_FRESH for one that has none, PASSWORD_COMMON, PASSWORD_PERSONAL, UNAUTHENTICATED, CONFLICT when the
 * password was changed meanwhile, UNAVAILABLE.
 */
export async function changePassword(
  context: AuthContext,
  claim: Claim,
  password: string,
): Promise<{ readonly email: string | null; readonly unlinked: readonly OauthProvider[] }> {
  const { database, clock } = context;
  const before = await database.prisma.user.findUnique({
    where: { id: claim.userId },
    select: { email: true, passwordHash: true, profile: { select: { username: true } } },
  });
  if (!before) throw new DomainError('UNAUTHENTICATED');
  if (before.passwordHash !== null && claim.password === undefined)
    throw new DomainError('PASSWORD_REQUIRED');
  await requireProof(context, claim);
  refuseCommonPassword(password, { username: before.profile?.username ?? null, email: before.email });
  const passwordHash = await hashPassword(password);
  return database.prisma.$transaction(async (tx) => {
    const account = await lockOwnAccount(tx, claim);
    if (account.passwordHash !== before.passwordHash) throw new DomainError('CONFLICT');
    await tx.user.update({ where: { id: account.id }, data: { passwordHash } });
    const now = await readClock(tx, clock);
    // Who knew the old password may have asked for these.
    await endLinks(tx, account.id, now, { purpose: 'reset_password' });
    await endLinks(tx, account.id, now, { purpose: 'change_email' });
    await endOtherSessions(tx, claim);
    const isChange = before.passwordHash !== null && account.email !== null;
    return { email: account.email, unlinked: isChange ? await dropIdentities(tx, account.id) : [] };
  });
}
