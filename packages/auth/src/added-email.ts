import { DomainError } from '@relato/contract';
import { Prisma } from '@relato/db';
import type { Client } from './clock.ts';
import { endLinks, requireLink } from './links.ts';
import { hashSecret } from './secrets.ts';

/**
 * Gives an account that has none the address that its link was mailed to. Null when the link is of an account with an
 * address: then it is an ordinary confirmation.
 *
 * Only who is signed in to the account may: a provider that checks no addresses lets anybody name somebody else's, and
 * who gets that mail and follows it must not hand their address, and with it their later sign-ins, to an account that a
 * stranger made. Throws UNAUTHENTICATED, FORBIDDEN, OAUTH_EMAIL_IN_USE, LINK_INVALID, LINK_USED, LINK_EXPIRED.
 */
export async function addEmail(
  tx: Client,
  token: string,
  viewerId: string | null,
  now: Date,
): Promise<{ readonly username: string | null } | null> {
  const { userId: id, email } = await requireLink(tx, token, 'verify_email', now);
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  const account = await tx.user.findUnique({ where: { id }, include: { profile: true } });
  if (!account || account.email !== null) return null;
  if (viewerId === null) throw new DomainError('UNAUTHENTICATED');
  if (viewerId !== id) throw new DomainError('FORBIDDEN');
  const { count } = await tx.mailToken.updateMany({
    where: { id: hashSecret(token), usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  if (count === 0) throw new DomainError('LINK_USED');
  await deleteUnconfirmed(tx, email);
  await setEmail(tx, { id, email, now });
  await endLinks(tx, id, now);
  return { username: account.profile?.username ?? null };
}

/** An account that was never confirmed has nothing and cannot sign in: the address is its owner's, who proved it. */
async function deleteUnconfirmed(tx: Client, email: string): Promise<void> {
  await tx.user.deleteMany({
    where: { email, emailVerifiedAt: null, suspendedAt: null, identities: { none: {} } },
  });
}

async function setEmail(
  tx: Client,
  { id, email, now }: { readonly id: string; readonly email: string; readonly now: Date },
): Promise<void> {
  try {
    await tx.user.update({ where: { id }, data: { email, emailVerifiedAt: now } });
  } catch (cause) {
    if (cause instanceof Prisma.PrismaClientKnownRequestError && cause.code === 'P2002') {
      throw new DomainError('OAUTH_EMAIL_IN_USE', { cause });
    }
    throw cause;
  }
}
