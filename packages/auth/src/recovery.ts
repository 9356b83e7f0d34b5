import { userId as toUserId, type UserId } from '@relato/contract';
import { readClock } from './clock.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { confirm, lockByEmail, type LinkMail } from './confirmation.ts';
import type { AuthContext } from './context.ts';
import { createLink, endLinks, requireLink, useLink } from './links.ts';
import { paced } from './pace.ts';
import { hashPassword } from './passwords.ts';

/** Null when no account may be recovered by this address; the answer to the one who asked is the same. */
export async function requestPasswordReset(
  { database: { prisma }, clock, paceMs }: AuthContext,
  email: string,
): Promise<LinkMail | null> {
  return paced(paceMs, () =>
    prisma.$transaction(async (tx) => {
      const account = await lockByEmail(tx, email);
      if (!account || account.suspendedAt) return null;
      const token = await createLink(tx, account, 'reset_password', await readClock(tx, clock));
      return { email: account.email, token };
    }),
  );
}

/**
 * Sets a new password, ends every session and every other link, and confirms the address, for the mailbox is proven.
 * Answers the address to tell. Throws LINK_INVALID, LINK_USED, LINK_EXPIRED, PASSWORD_COMMON (the link stays good),
 * UNAVAILABLE.
 */
export async function resetPassword(
  { database: { prisma }, clock }: AuthContext,
  token: string,
  password: string,
): Promise<{ readonly email: string; readonly userId: UserId }> {
  // Before the hash, so that made-up links cost nothing.
  const { userId } = await requireLink(prisma, token, 'reset_password', await readClock(prisma, clock));
  const owner = await prisma.user.findUnique({
    where: { id: userId },
    select: { email: true, wantedUsername: true, profile: { select: { username: true } } },
  });
  const username = owner?.profile?.username ?? owner?.wantedUsername ?? null;
  refuseCommonPassword(password, { username, email: owner?.email ?? null });
  const passwordHash = await hashPassword(password);
  return prisma.$transaction(async (tx) => {
    const now = await readClock(tx, clock);
    const account = await useLink(tx, token, 'reset_password', now);
    await tx.user.update({ where: { id: account.id }, data: { passwordHash } });
    if (!account.emailVerifiedAt) await confirm(tx, account, now);
    await endLinks(tx, account.id, now);
    await tx.session.deleteMany({ where: { userId: account.id } });
    return { email: account.email, userId: toUserId.parse(account.id) };
  });
}
