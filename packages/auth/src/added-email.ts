import { DomainError } from '@relato/contract';
import type { Client } from './clock.ts';
import { endLinks, requireLink } from './links.ts';
import { hashSecret } from './secrets.ts';
import { takeEmail } from './take-email.ts';

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
  await takeEmail(tx, { id, email, now }, 'OAUTH_EMAIL_IN_USE');
  await endLinks(tx, id, now);
  return { username: account.profile?.username ?? null };
}
