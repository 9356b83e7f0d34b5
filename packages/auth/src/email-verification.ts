import { checkNewUsername, DomainError } from '@relato/contract';
import { claimVerifiedEmail } from './claim-email.ts';
import { readClock, type Client } from './clock.ts';
import type { AuthContext } from './context.ts';
import {
  consumeMailToken,
  createMailToken,
  listPendingSignUps,
  lockAccountWithEmail,
  requireMailToken,
  revokeMailTokens,
  type LockedAccount,
} from './mail-tokens.ts';
import { hashToken } from './tokens.ts';
import { withMinimumDuration } from './with-minimum-duration.ts';

/** A mail to this address with a link that carries this token. */
export interface LinkMail {
  readonly email: string;
  readonly token: string;
}

export type VerificationMail =
  | (LinkMail & { readonly kind: 'confirmation'; readonly username: string })
  /** Several sign-ups used the address, and only the reader of the mailbox can decide: the reader sets a new password. */
  | (LinkMail & { readonly kind: 'recovery' });

/**
 * Calls `deliver` with the mail to send if the address has an account that is not confirmed yet. `deliver` runs within
 * the minimum duration, so that an address without an account gets its answer after the same time.
 */
export async function requestVerification(
  { database: { prisma }, clock, minimumDurationMs }: AuthContext,
  email: string,
  deliver: (mail: VerificationMail) => void,
): Promise<void> {
  await withMinimumDuration(minimumDurationMs, async () => {
    const mail = await prisma.$transaction(async (tx): Promise<VerificationMail | null> => {
      const account = await lockAccountByEmail(tx, email);
      if (!account || account.emailVerifiedAt || account.suspendedAt) return null;
      const now = await readClock(tx, clock);
      const [pending, ...others] = await listPendingSignUps(tx, account.id);
      const { email: to } = account;
      if (!pending || others.length > 0) {
        return {
          kind: 'recovery',
          email: to,
          token: await createMailToken(tx, account, 'reset_password', now),
        };
      }
      const token = await createMailToken(tx, account, 'verify_email', now, pending);
      return { kind: 'confirmation', email: to, username: pending.wantedUsername ?? '', token };
    });
    if (mail) deliver(mail);
  });
}

/**
 * Returns a token that attaches this address to an account without one. Returns null if the account has an address
 * already, is suspended or does not exist.
 */
export async function createAttachEmailToken(
  { database: { prisma }, clock }: AuthContext,
  id: string,
  email: string,
): Promise<string | null> {
  return prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
    const account = await tx.user.findUnique({ where: { id }, select: { email: true, suspendedAt: true } });
    if (!account || account.email !== null || account.suspendedAt) return null;
    return createMailToken(tx, { id, email }, 'verify_email', await readClock(tx, clock));
  });
}

/**
 * Confirms the address that the token was mailed to, without starting a session. The returned `username` is null if
 * another account took the wanted one meanwhile: the user chooses another after signing in. `viewerId` is the signed-in
 * user, if any. Throws LINK_INVALID, LINK_USED, LINK_EXPIRED, and the errors of `attachEmail`.
 */
export async function verifyEmail(
  { database: { prisma }, clock }: AuthContext,
  token: string,
  viewerId: string | null = null,
): Promise<{ readonly username: string | null }> {
  return prisma.$transaction(async (tx) => {
    const now = await readClock(tx, clock);
    const attached = await attachEmail(tx, token, viewerId, now);
    if (attached) return attached;
    const { passwordHash, wantedUsername } = await requireMailToken(tx, token, 'verify_email', now);
    const account = await consumeMailToken(tx, token, 'verify_email', now);
    // The previous version of the server mailed tokens without a password hash: they do not name their sign-up.
    if (account.emailVerifiedAt || passwordHash === null) throw new DomainError('LINK_INVALID');
    // Older tokens must not outlive the confirmation: an attacker may have requested them.
    await revokeMailTokens(tx, account.id, now);
    // The account gets the password of the sign-up whose mail was read, not of an earlier or later one.
    await tx.user.update({ where: { id: account.id }, data: { passwordHash } });
    return { username: await confirmAccount(tx, account, wantedUsername, now) };
  });
}

/**
 * Gives an account without an address the one that the token was mailed to. Returns null if the account has an address:
 * then the token is that of an ordinary confirmation.
 *
 * Requires the session of that account, because a provider that verifies no addresses lets an attacker enter the
 * victim's address. A victim who follows the link in that mail must not attach the address, and with it later sign-ins,
 * to the attacker's account. Throws UNAUTHENTICATED, FORBIDDEN, OAUTH_EMAIL_IN_USE, LINK_INVALID, LINK_USED, LINK_EXPIRED.
 */
async function attachEmail(
  tx: Client,
  token: string,
  viewerId: string | null,
  now: Date,
): Promise<{ readonly username: string | null } | null> {
  const { userId: id, email } = await requireMailToken(tx, token, 'verify_email', now);
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  const account = await tx.user.findUnique({ where: { id }, include: { profile: true } });
  if (!account || account.email !== null) return null;
  if (viewerId === null) throw new DomainError('UNAUTHENTICATED');
  if (viewerId !== id) throw new DomainError('FORBIDDEN');
  const { count } = await tx.mailToken.updateMany({
    where: { id: hashToken(token), usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  if (count === 0) throw new DomainError('LINK_USED');
  await claimVerifiedEmail(tx, { id, email, now }, 'OAUTH_EMAIL_IN_USE');
  await revokeMailTokens(tx, id, now);
  return { username: account.profile?.username ?? null };
}

/** Marks an account as confirmed and creates its profile, with the wanted username if it is free still. Returns the username. */
export async function confirmAccount(
  tx: Client,
  { id }: Pick<LockedAccount, 'id'>,
  wantedUsername: string | null,
  now: Date,
): Promise<string | null> {
  await tx.user.update({ where: { id }, data: { emailVerifiedAt: now } });
  await tx.mailToken.updateMany({
    where: { userId: id, passwordHash: { not: null } },
    data: { passwordHash: null, wantedUsername: null },
  });
  // ON CONFLICT DO NOTHING waits for a transaction that is taking the name, and leaves this one intact. A name may have become
  // reserved since the sign-up; what is held for another the database leaves out.
  const isReserved = wantedUsername !== null && checkNewUsername(wantedUsername) !== null;
  for (const username of [isReserved ? null : wantedUsername, null]) {
    const { count } = await tx.profile.createMany({ data: { id, username }, skipDuplicates: true });
    if (count > 0) return username;
  }
  const profile = await tx.profile.findUnique({ where: { id }, select: { username: true } });
  return profile?.username ?? null;
}

export async function lockAccountByEmail(tx: Client, email: string): Promise<LockedAccount | null> {
  const found = await tx.user.findUnique({ where: { email }, select: { id: true } });
  return found && lockAccountWithEmail(tx, found.id);
}
