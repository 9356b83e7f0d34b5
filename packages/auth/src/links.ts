import { DomainError, limits } from '@relato/contract';
import { plusHours, type Client } from './clock.ts';
import { createSecret, hashSecret } from './secrets.ts';

export type LinkPurpose = 'verify_email' | 'reset_password' | 'change_email';

const lifeHours: Readonly<Record<LinkPurpose, number>> = {
  verify_email: limits.mailToken.verificationHours,
  reset_password: limits.mailToken.recoveryHours,
  change_email: limits.mailToken.emailChangeHours,
};

/** What a transaction knows of an account with an address after it locked its row. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly emailVerifiedAt: Date | null;
  readonly passwordHash: string | null;
  readonly suspendedAt: Date | null;
}

/** What a sign-up asked for: the link that was mailed for it makes it true. `passwordHash` has a salt of its own, and so names the sign-up. */
export interface SignUpPromise {
  readonly passwordHash: string;
  readonly wantedUsername: string | null;
}

/**
 * Locks an account until the transaction ends; null for one without an address, which recovers nothing by mail. Whatever
 * changes an account's links or sessions locks it first: then nothing of it happens at the same time, and nothing waits
 * for each other in a circle.
 */
export async function lockAccountWithEmail(tx: Client, id: string): Promise<Account | null> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  const account = await tx.user.findUnique({ where: { id } });
  return account?.email ? { ...account, email: account.email } : null;
}

/**
 * The secret of a new link to this address. Older links of the purpose end, but for those of other sign-ups: nobody ends
 * another's link by signing up with the same address. The account must be locked.
 */
export async function createLink(
  tx: Client,
  { id, email }: { readonly id: string; readonly email: string },
  purpose: LinkPurpose,
  now: Date,
  promise?: SignUpPromise,
): Promise<string> {
  await endLinks(tx, id, now, { purpose, ...(promise && { passwordHash: promise.passwordHash }) });
  const token = createSecret();
  const expiresAt = plusHours(now, lifeHours[purpose]);
  await tx.mailToken.create({
    data: { id: hashSecret(token), userId: id, purpose, email, expiresAt, createdAt: now, ...promise },
  });
  return token;
}

/**
 * Links that were not used yet are expired from now on: those of one purpose, of one sign-up, or all. The account must
 * be locked.
 */
export async function endLinks(
  tx: Client,
  userId: string,
  now: Date,
  which: { readonly purpose?: LinkPurpose; readonly passwordHash?: string } = {},
): Promise<void> {
  await tx.mailToken.updateMany({
    where: { userId, usedAt: null, expiresAt: { gt: now }, ...which },
    data: { expiresAt: now },
  });
}

/** The sign-ups with the address of an account that nobody confirmed, the links of which may be over. */
export async function listPromises(client: Client, userId: string): Promise<readonly SignUpPromise[]> {
  const links = await client.mailToken.findMany({
    where: { userId, purpose: 'verify_email', passwordHash: { not: null } },
    select: { passwordHash: true, wantedUsername: true },
    distinct: ['passwordHash'],
  });
  return links.flatMap(({ passwordHash, wantedUsername }) =>
    passwordHash === null ? [] : [{ passwordHash, wantedUsername }],
  );
}

/** The name to give to an account that its mailbox confirms without choosing among sign-ups; null when they differ. */
export async function getPromisedUsername(client: Client, userId: string): Promise<string | null> {
  const [first, ...others] = await listPromises(client, userId);
  const wanted = first?.wantedUsername ?? null;
  return others.every((each) => each.wantedUsername === wanted) ? wanted : null;
}

/**
 * Uses a link up and locks its account. Of any number of parallel uses one succeeds. Throws LINK_INVALID, LINK_USED
 * or LINK_EXPIRED; if the transaction fails later on, the link stays as it was.
 */
export async function useLink(tx: Client, token: string, purpose: LinkPurpose, now: Date): Promise<Account> {
  const { userId } = await requireLink(tx, token, purpose, now);
  const account = await lockAccountWithEmail(tx, userId);
  if (!account) throw new DomainError('LINK_INVALID');
  const { count } = await tx.mailToken.updateMany({
    where: { id: hashSecret(token), purpose, email: account.email, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  if (count === 0) {
    await requireLink(tx, token, purpose, now);
    // It is in order but for another address than the account's present one.
    throw new DomainError('LINK_INVALID');
  }
  return account;
}

interface MailedLink {
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly wantedUsername: string | null;
}

/** Throws what is wrong with a link, without using it up. */
export async function requireLink(
  client: Client,
  token: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<MailedLink> {
  const link = await client.mailToken.findUnique({ where: { id: hashSecret(token) } });
  if (link?.purpose !== purpose) throw new DomainError('LINK_INVALID');
  if (link.usedAt) throw new DomainError('LINK_USED');
  if (link.expiresAt <= now) throw new DomainError('LINK_EXPIRED');
  return link;
}
