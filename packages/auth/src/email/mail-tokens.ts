import { DomainError, serverLimits } from '@relato/contract';
import { plusHours, type Client } from '../clock.ts';
import { createToken, hashToken } from '../tokens.ts';

export type MailTokenPurpose = 'verify_email' | 'reset_password' | 'change_email';

const lifeHours: Readonly<Record<MailTokenPurpose, number>> = {
  verify_email: serverLimits.mailToken.verificationHours,
  reset_password: serverLimits.mailToken.recoveryHours,
  change_email: serverLimits.mailToken.emailChangeHours,
};

/** An account with an address. The transaction has locked its row. */
export interface LockedAccount {
  readonly id: string;
  readonly email: string;
  readonly emailVerifiedAt: Date | null;
  readonly passwordHash: string | null;
  readonly suspendedAt: Date | null;
}

/**
 * The password and username of a sign-up, which apply when its browser follows a link from the mailbox. `passwordHash` has
 * its own salt and therefore identifies the sign-up.
 */
export interface PendingSignUp {
  readonly passwordHash: string;
  readonly wantedUsername: string | null;
}

/**
 * Locks an account until the transaction ends. Returns null if it has no address for a token. Every change of an account's
 * tokens or sessions takes this lock first, which serializes the changes and prevents deadlocks.
 */
export async function lockAccountWithEmail(tx: Client, id: string): Promise<LockedAccount | null> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  const account = await tx.user.findUnique({ where: { id } });
  return account?.email ? { ...account, email: account.email } : null;
}

/**
 * Creates a token for this address and returns it. The table stores only its hash. Revokes the older tokens of the purpose,
 * except those of other sign-ups, so that a sign-up with the same address cannot revoke another user's token. The account
 * must be locked.
 */
export async function createMailToken(
  tx: Client,
  { id, email }: { readonly id: string; readonly email: string },
  purpose: MailTokenPurpose,
  now: Date,
  pendingSignUp?: PendingSignUp,
): Promise<string> {
  await revokeMailTokens(tx, id, now, {
    purpose,
    ...(pendingSignUp && { passwordHash: pendingSignUp.passwordHash }),
  });
  const token = createToken();
  const expiresAt = plusHours(now, lifeHours[purpose]);
  await tx.mailToken.create({
    data: { id: hashToken(token), userId: id, purpose, email, expiresAt, createdAt: now, ...pendingSignUp },
  });
  return token;
}

/**
 * Expires the unused tokens of an account: all of them, or those of one purpose or one sign-up. The account must be
 * locked.
 */
export async function revokeMailTokens(
  tx: Client,
  userId: string,
  now: Date,
  which: { readonly purpose?: MailTokenPurpose; readonly passwordHash?: string } = {},
): Promise<void> {
  await tx.mailToken.updateMany({
    where: { userId, usedAt: null, expiresAt: { gt: now }, ...which },
    data: { expiresAt: now },
  });
}

/** Returns the proof of a sign-up for its browser. It derives from the hash of the password, which never leaves the server. */
export const toSignUpProof = (passwordHash: string): string => hashToken(`sign-up ${passwordHash}`);

/** Lists the sign-ups for an unconfirmed account, including those whose tokens have expired. */
export async function listPendingSignUps(client: Client, userId: string): Promise<readonly PendingSignUp[]> {
  const tokens = await client.mailToken.findMany({
    where: { userId, purpose: 'verify_email', passwordHash: { not: null } },
    select: { passwordHash: true, wantedUsername: true },
    distinct: ['passwordHash'],
  });
  return tokens.flatMap(({ passwordHash, wantedUsername }) =>
    passwordHash === null ? [] : [{ passwordHash, wantedUsername }],
  );
}

/** Returns the username of all pending sign-ups of an account, or null if they differ. */
export const getPendingUsername = async (client: Client, userId: string): Promise<string | null> =>
  toWantedUsername(await listPendingSignUps(client, userId));

/** Returns the username of all these sign-ups, or null if they differ, because some may come from an attacker. */
export function toWantedUsername([first, ...others]: readonly PendingSignUp[]): string | null {
  const wanted = first?.wantedUsername ?? null;
  return others.every((each) => each.wantedUsername === wanted) ? wanted : null;
}

/**
 * Marks a token as used and locks its account. Only one of several parallel calls succeeds. Throws LINK_INVALID, LINK_USED
 * or LINK_EXPIRED. If the transaction fails later, the token stays unused.
 */
export async function consumeMailToken(
  tx: Client,
  token: string,
  purpose: MailTokenPurpose,
  now: Date,
): Promise<LockedAccount> {
  const { userId } = await requireMailToken(tx, token, purpose, now);
  const account = await lockAccountWithEmail(tx, userId);
  if (!account) throw new DomainError('LINK_INVALID');
  const { count } = await tx.mailToken.updateMany({
    where: { id: hashToken(token), purpose, email: account.email, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  if (count === 0) {
    await requireMailToken(tx, token, purpose, now);
    // The token is valid, but not for the present address of the account.
    throw new DomainError('LINK_INVALID');
  }
  return account;
}

interface MailToken {
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly wantedUsername: string | null;
}

/** Returns a valid token's row without consuming it. Throws LINK_INVALID, LINK_USED or LINK_EXPIRED. */
export async function requireMailToken(
  client: Client,
  token: string,
  purpose: MailTokenPurpose,
  now: Date,
): Promise<MailToken> {
  const row = await client.mailToken.findUnique({ where: { id: hashToken(token) } });
  if (row?.purpose !== purpose) throw new DomainError('LINK_INVALID');
  if (row.usedAt) throw new DomainError('LINK_USED');
  if (row.expiresAt <= now) throw new DomainError('LINK_EXPIRED');
  return row;
}
