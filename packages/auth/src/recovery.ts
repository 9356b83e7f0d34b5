import { userId as toUserId, type OauthProvider, type UserId } from '@relato/contract';
import { readClock } from './clock.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { confirm, lockByEmail, type LinkMail } from './confirmation.ts';
import type { AuthContext } from './context.ts';
import { createLink, endLinks, getPromisedUsername, requireLink, useLink } from './links.ts';
import { dropIdentities } from './oauth/drop-identities.ts';
import { paced } from './pace.ts';
import { hashPassword } from './passwords.ts';

/** Hands over what is to be mailed, if an account may be recovered by this address; see `createVerification`. */
export async function requestPasswordReset(
  { database: { prisma }, clock, paceMs }: AuthContext,
  email: string,
  deliver: (mail: LinkMail) => void,
): Promise<void> {
  await paced(paceMs, async () => {
    const mail = await prisma.$transaction(async (tx) => {
      const account = await lockByEmail(tx, email);
      if (!account || account.suspendedAt) return null;
      const token = await createLink(tx, account, 'reset_password', await readClock(tx, clock));
      return { email: account.email, token };
    });
    if (mail) deliver(mail);
  });
}

export interface Recovered {
  /** The address to tell. */
  readonly email: string;
  readonly userId: UserId;
  /** The owner is told which accounts at providers do not sign in any more. */
  readonly unlinked: readonly OauthProvider[];
}

/**
 * Sets a new password, ends every session, every other link and every identity, which somebody else may have added, and
 * confirms the address, for the mailbox is proven. Throws LINK_INVALID, LINK_USED, LINK_EXPIRED, PASSWORD_COMMON (the link stays good),
 * UNAVAILABLE.
 */
export async function resetPassword(
  { database: { prisma }, clock }: AuthContext,
  token: string,
  password: string,
): Promise<Recovered> {
  // Before the hash, so that made-up links cost nothing.
  const { userId } = await requireLink(prisma, token, 'reset_password', await readClock(prisma, clock));
  const owner = await prisma.user.findUnique({
    where: { id: userId },
    select: { email: true, profile: { select: { username: true } } },
  });
  const username = owner?.profile?.username ?? (await getPromisedUsername(prisma, userId));
  refuseCommonPassword(password, { username, email: owner?.email ?? null });
  const passwordHash = await hashPassword(password);
  return prisma.$transaction(async (tx) => {
    const now = await readClock(tx, clock);
    const account = await useLink(tx, token, 'reset_password', now);
    await tx.user.update({ where: { id: account.id }, data: { passwordHash } });
    if (!account.emailVerifiedAt) await confirm(tx, account, await getPromisedUsername(tx, account.id), now);
    await endLinks(tx, account.id, now);
    await tx.session.deleteMany({ where: { userId: account.id } });
    const unlinked = await dropIdentities(tx, account.id);
    return { email: account.email, userId: toUserId.parse(account.id), unlinked };
  });
}
