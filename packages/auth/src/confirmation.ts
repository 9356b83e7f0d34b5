import { addEmail } from './added-email.ts';
import { readClock, type Client } from './clock.ts';
import type { AuthContext } from './context.ts';
import { createLink, endLinks, lockAccountWithEmail, useLink, type Account } from './links.ts';
import { paced } from './pace.ts';

/** A link to mail to this address. */
export interface LinkMail {
  readonly email: string;
  readonly token: string;
}

/** Null when there is nothing to confirm at the address; the answer to the one who asked is the same. */
export async function createVerification(
  { database: { prisma }, clock, paceMs }: AuthContext,
  email: string,
): Promise<(LinkMail & { readonly username: string }) | null> {
  return paced(paceMs, () =>
    prisma.$transaction(async (tx) => {
      const account = await lockByEmail(tx, email);
      if (!account || account.emailVerifiedAt || account.suspendedAt) return null;
      const now = await readClock(tx, clock);
      const token = await createLink(tx, account, 'verify_email', now);
      return { email: account.email, username: account.wantedUsername ?? '', token };
    }),
  );
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
    const account = await useLink(tx, token, 'verify_email', now);
    // A link from before the confirmation must not outlive it: who asked for it may be somebody else.
    await endLinks(tx, account.id, now);
    return { username: await confirm(tx, account, now) };
  });
}

/** Makes an account real: it gets its profile, under the wanted username if that is still free. */
export async function confirm(tx: Client, account: Account, now: Date): Promise<string | null> {
  const { id, wantedUsername } = account;
  await tx.user.update({ where: { id }, data: { emailVerifiedAt: now, wantedUsername: null } });
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
