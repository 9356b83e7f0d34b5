import { DomainError, type UserId } from '@relato/contract';
import { readClock, type Client } from './clock.ts';
import type { AuthContext } from './context.ts';
import { createLink, endLinks, requireLink } from './links.ts';
import { paced } from './pace.ts';
import { endOtherSessions, lockOwnAccount, requireProof, type Claim } from './proof.ts';
import { hashSecret } from './secrets.ts';
import { takeEmail } from './take-email.ts';

/** What to mail after a change was asked for. What is answered must be the same for both. */
export type EmailChangeRequest = {
  /** The present address, which is told; null for an account without one. */
  readonly before: string | null;
  readonly email: string;
} & (
  | { readonly outcome: 'confirm'; readonly token: string }
  /** The address has an account: its owner is told, the one who asked is not. */
  | { readonly outcome: 'address-in-use' }
);

/**
 * Asks for another address, or the first one of an account that has none. Nothing changes before its mailbox says so.
 * Throws EMAIL_UNCHANGED, PASSWORD_WRONG, SESSION_NOT_FRESH, UNAUTHENTICATED, UNAVAILABLE.
 */
export async function requestEmailChange(
  context: AuthContext,
  claim: Claim,
  email: string,
): Promise<EmailChangeRequest> {
  await requireProof(context, claim);
  const { database, clock, paceMs } = context;
  return paced(paceMs, () =>
    database.prisma.$transaction(async (tx) => {
      const { id, email: before } = await lockOwnAccount(tx, claim);
      if (before?.toLowerCase() === email.toLowerCase()) throw new DomainError('EMAIL_UNCHANGED');
      // A link also when nobody will get it: what is written must not tell that the address has an account.
      const token = await createLink(tx, { id, email }, 'change_email', await readClock(tx, clock));
      return (await isTaken(tx, email))
        ? { outcome: 'address-in-use', before, email }
        : { outcome: 'confirm', before, email, token };
    }),
  );
}

/** One that was never confirmed is nobody's yet. */
const isTaken = async (tx: Client, email: string): Promise<boolean> => {
  const where = { email, OR: [{ emailVerifiedAt: { not: null } }, { suspendedAt: { not: null } }] };
  return (await tx.user.count({ where })) > 0;
};

/**
 * Gives the account the address that its link was mailed to, ends every other session and every other link. Answers the
 * address before.
 *
 * Only who is signed in to the account may: one could ask for somebody else's address, and who gets that mail and
 * follows it must not hand their address, and with it their later sign-ins by a provider, to a stranger's account.
 * Throws LINK_INVALID, LINK_USED, LINK_EXPIRED, FORBIDDEN, UNAUTHENTICATED, EMAIL_IN_USE.
 */
export async function confirmEmailChange(
  { database, clock }: AuthContext,
  viewer: { readonly userId: UserId; readonly token: string },
  token: string,
): Promise<{ readonly before: string | null }> {
  return database.prisma.$transaction(async (tx) => {
    const now = await readClock(tx, clock);
    const { userId: id, email } = await requireLink(tx, token, 'change_email', now);
    if (id !== viewer.userId) throw new DomainError('FORBIDDEN');
    const { email: before } = await lockOwnAccount(tx, viewer);
    const { count } = await tx.mailToken.updateMany({
      where: { id: hashSecret(token), usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    if (count === 0) {
      await requireLink(tx, token, 'change_email', now);
      throw new DomainError('LINK_INVALID');
    }
    await takeEmail(tx, { id, email, now }, 'EMAIL_IN_USE');
    await endLinks(tx, id, now);
    await endOtherSessions(tx, viewer);
    return { before };
  });
}
