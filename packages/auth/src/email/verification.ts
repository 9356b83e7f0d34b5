import { checkNewUsername, DomainError } from '@relato/contract';
import { toSignUpBarIds } from '../sign-up/bar-suspended.ts';
import { claimVerifiedEmail } from './claim.ts';
import { readClock, type Client } from '../clock.ts';
import { refuseGuessablePassword } from '../password/common-passwords.ts';
import type { AuthContext } from '../context.ts';
import {
  consumeMailToken,
  createMailToken,
  getPendingUsername,
  listPendingSignUps,
  lockAccountWithEmail,
  requireMailToken,
  revokeMailTokens,
  toSignUpProof,
  toWantedUsername,
  type LockedAccount,
  type PendingSignUp,
} from './mail-tokens.ts';
import { hashPassword } from '../password/passwords.ts';
import { hashToken } from '../tokens.ts';
import { withMinimumDuration } from '../with-minimum-duration.ts';

/** A mail to this address with a link that contains this token. */
export interface LinkMail {
  readonly email: string;
  readonly token: string;
}

/** `username`: the one of every pending sign-up with the address, or null. */
export type VerificationMail = LinkMail & { readonly username: string | null };

/**
 * Calls `deliver` with the mail if the address has an unconfirmed account. `deliver` runs within the minimum duration, so
 * that an address without an account gets its answer after the same time.
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
      // The newest link is enough, because any link from the mailbox confirms the sign-up of the browser that follows it.
      const token = await createMailToken(tx, account, 'verify_email', await readClock(tx, clock));
      return { email: account.email, username: await getPendingUsername(tx, account.id), token };
    });
    if (mail) deliver(mail);
  });
}

/**
 * Returns a token that attaches this address to an account without one. Returns null if the account already has an address,
 * is suspended or does not exist.
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

/** The properties of the caller of `verifyEmail` besides the link. */
export interface Verifier {
  /** The signed-in user, if any. */
  readonly viewerId?: string | null | undefined;
  /** The proof of a sign-up in the browser. */
  readonly proof?: string | null;
  /** The password from the page of the link. */
  readonly password?: string | undefined;
}

export interface ConfirmedAccount {
  readonly email: string;
  /** Null if another account has the username by now. The user then chooses another after signing in. */
  readonly username: string | null;
  /** Whether the address was added to an existing account. */
  readonly isAdded: boolean;
}

/**
 * Confirms the address to which the token was mailed, without starting a session.
 *
 * The link proves the mailbox, not the sign-up of its mail, because a stranger can sign up with the address. So whichever
 * link is followed, the account gets the `password` from the page of the link, or else that of the sign-up of `proof`.
 * Throws LINK_NEEDS_PASSWORD without either (the token stays valid), LINK_INVALID, LINK_USED, LINK_EXPIRED, PASSWORD_COMMON,
 * PASSWORD_PERSONAL, UNAVAILABLE, and the errors of `attachEmail`.
 */
export async function verifyEmail(
  { database: { prisma }, clock }: AuthContext,
  token: string,
  { viewerId = null, proof = null, password }: Verifier,
): Promise<ConfirmedAccount> {
  const mailed = await requireMailToken(prisma, token, 'verify_email', await readClock(prisma, clock));
  const chosenHash = password === undefined ? null : await hashChosen(prisma, mailed, password);
  const isOwn = viewerId === mailed.userId;
  const bars = isOwn ? await toSignUpBarIds({ email: mailed.email, identities: [] }) : [];
  return prisma.$transaction(async (tx) => {
    const now = await readClock(tx, clock);
    const attached = await attachEmail(tx, token, { viewerId, bars }, now);
    if (attached) return attached;
    const account = await consumeMailToken(tx, token, 'verify_email', now);
    if (account.emailVerifiedAt) throw new DomainError('LINK_INVALID');
    const { passwordHash, wantedUsername } = await requireChosen(tx, account.id, proof, chosenHash);
    // Older tokens must not outlive the confirmation, because an attacker may have requested them.
    await revokeMailTokens(tx, account.id, now);
    await tx.user.update({ where: { id: account.id }, data: { passwordHash } });
    const username = await confirmAccount(tx, account, wantedUsername, now);
    return { email: account.email, username, isAdded: false };
  });
}

/** Made-up tokens cost no hash. Throws the errors of `verifyEmail`. */
async function hashChosen(
  client: Client,
  { userId, email }: { readonly userId: string; readonly email: string },
  password: string,
): Promise<string> {
  refuseGuessablePassword(password, { username: await getPendingUsername(client, userId), email });
  return hashPassword(password);
}

/** Returns the sign-up of the reader of the mailbox. Throws LINK_NEEDS_PASSWORD if neither argument identifies it. */
async function requireChosen(
  tx: Client,
  userId: string,
  proof: string | null,
  chosenHash: string | null,
): Promise<PendingSignUp> {
  const pending = await listPendingSignUps(tx, userId);
  const own = pending.find(({ passwordHash }) => toSignUpProof(passwordHash) === proof);
  if (chosenHash !== null)
    return { passwordHash: chosenHash, wantedUsername: own?.wantedUsername ?? toWantedUsername(pending) };
  if (!own) throw new DomainError('LINK_NEEDS_PASSWORD');
  return own;
}

/**
 * Gives an account without an address the one to which the token was mailed. Returns null if the account has an address,
 * because the token then belongs to an ordinary confirmation.
 *
 * Requires the session of that account, because a provider that verifies no addresses lets an attacker enter the victim's
 * address. A victim who follows the link in that mail must not attach the address, and with it later sign-ins, to the
 * attacker's account. Throws UNAUTHENTICATED, FORBIDDEN, OAUTH_EMAIL_IN_USE, LINK_INVALID, LINK_USED, LINK_EXPIRED.
 */
async function attachEmail(
  tx: Client,
  token: string,
  { viewerId, bars }: { readonly viewerId: string | null; readonly bars: readonly string[] },
  now: Date,
): Promise<ConfirmedAccount | null> {
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
  await claimVerifiedEmail(tx, { id, email, bars, now }, 'OAUTH_EMAIL_IN_USE');
  await revokeMailTokens(tx, id, now);
  return { email, username: account.profile?.username ?? null, isAdded: true };
}

/**
 * Marks an account as confirmed and creates its profile, with the wanted username if that is still free. Returns the
 * username.
 */
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
  // ON CONFLICT DO NOTHING waits for a transaction that is taking the name, and does not abort this one. A name may have
  // become reserved since the sign-up. The database excludes names that are held for others.
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
