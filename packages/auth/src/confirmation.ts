import { DomainError } from '@relato/contract';
import { addEmail } from './added-email.ts';
import { readClock, type Client } from './clock.ts';
import type { AuthContext } from './context.ts';
import {
  createLink,
  endLinks,
  listPromises,
  lockAccountWithEmail,
  requireLink,
  useLink,
  type Account,
} from './links.ts';
import { paced } from './pace.ts';

/** A link to mail to this address. */
export interface LinkMail {
  readonly email: string;
  readonly token: string;
}

export type VerificationMail =
  | (LinkMail & { readonly kind: 'confirmation'; readonly username: string })
  /** There are several sign-ups with the address, and no telling whose the mailbox is: its reader chooses a password. */
  | (LinkMail & { readonly kind: 'recovery' });

/**
 * Hands over what is to be mailed, if there is something to confirm at the address: within the time that the answer
 * takes either way, so that writing the mail does not make it longer.
 */
export async function createVerification(
  { database: { prisma }, clock, paceMs }: AuthContext,
  email: string,
  deliver: (mail: VerificationMail) => void,
): Promise<void> {
  await paced(paceMs, async () => {
    const mail = await prisma.$transaction(async (tx): Promise<VerificationMail | null> => {
      const account = await lockByEmail(tx, email);
      if (!account || account.emailVerifiedAt || account.suspendedAt) return null;
      const now = await readClock(tx, clock);
      const [promise, ...others] = await listPromises(tx, account.id);
      const { email: to } = account;
      if (!promise || others.length > 0) {
        return { kind: 'recovery', email: to, token: await createLink(tx, account, 'reset_password', now) };
      }
      const token = await createLink(tx, account, 'verify_email', now, promise);
      return { kind: 'confirmation', email: to, username: promise.wantedUsername ?? '', token };
    });
    if (mail) deliver(mail);
  });
}

/** The secret of a new link by which an account without an address adds this one; null when it has one, or may not. */
export async function createEmailLink(
  { database: { prisma }, clock }: AuthContext,
  id: string,
  email: string,
): Promise<string | null> {
  return prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
    const account = await tx.user.findUnique({ where: { id }, select: { email: true, suspendedAt: true } });
    if (!account || account.email !== null || account.suspendedAt) return null;
    return createLink(tx, { id, email }, 'verify_email', await readClock(tx, clock));
  });
}

/**
 * Confirms an address; it signs nobody in. `username` is null when another account took the wanted one meanwhile:
 * the person chooses another after signing in. `viewerId` is who follows the link, if they are signed in. Throws
 * LINK_INVALID, LINK_USED, LINK_EXPIRED, and what `addEmail` throws.
 */
export async function verifyEmail(
  { database: { prisma }, clock }: AuthContext,
  token: string,
  viewerId: string | null = null,
): Promise<{ readonly username: string | null }> {
  return prisma.$transaction(async (tx) => {
    const now = await readClock(tx, clock);
    const added = await addEmail(tx, token, viewerId, now);
    if (added) return added;
    const { passwordHash, wantedUsername } = await requireLink(tx, token, 'verify_email', now);
    const account = await useLink(tx, token, 'verify_email', now);
    // Without a promise it was mailed by a server of the version before, for whoever signed up last.
    if (account.emailVerifiedAt || passwordHash === null) throw new DomainError('LINK_INVALID');
    // A link from before the confirmation must not outlive it: who asked for it may be somebody else.
    await endLinks(tx, account.id, now);
    // What this link's own mail promised, whoever signed up with the address before and since.
    await tx.user.update({ where: { id: account.id }, data: { passwordHash } });
    return { username: await confirm(tx, account, wantedUsername, now) };
  });
}

/** Makes an account real: it gets its profile, under the wanted username if that is still free. */
export async function confirm(
  tx: Client,
  { id }: Pick<Account, 'id'>,
  wantedUsername: string | null,
  now: Date,
): Promise<string | null> {
  await tx.user.update({ where: { id }, data: { emailVerifiedAt: now } });
  await tx.mailToken.updateMany({
    where: { userId: id, passwordHash: { not: null } },
    data: { passwordHash: null, wantedUsername: null },
  });
  // ON CONFLICT DO NOTHING waits for whoever takes the name right now, and leaves the transaction intact.
  for (const username of [wantedUsername, null]) {
    const { count } = await tx.profile.createMany({ data: { id, username }, skipDuplicates: true });
    if (count > 0) return username;
  }
  const profile = await tx.profile.findUnique({ where: { id }, select: { username: true } });
  return profile?.username ?? null;
}

export async function lockByEmail(tx: Client, email: string): Promise<Account | null> {
  const found = await tx.user.findUnique({ where: { email }, select: { id: true } });
  return found && lockAccountWithEmail(tx, found.id);
}
