import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

const idBytes = 16;

/** Signs the permission of a mailbox to end the digests to it, and nothing else. */
const sign = (linkKey: string, userId: string, email: string): Buffer =>
  createHmac('sha256', linkKey).update(`digest ${userId} ${email.toLowerCase()}`).digest();

/** Returns the token of the link in a digest, which is valid as long as the account has the address. */
export const toLeaveToken = (linkKey: string, userId: string, email: string): string =>
  Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), sign(linkKey, userId, email)]).toString(
    'base64url',
  );

/** Ends the digests of the token's user; repeating it changes nothing. Throws LINK_INVALID. */
export async function endDigest(
  { database, linkKey }: Pick<Services, 'database' | 'linkKey'>,
  token: string,
): Promise<void> {
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, idBytes).toString('hex');
  const signature = bytes.subarray(idBytes);
  if (id.length !== 2 * idBytes) throw new DomainError('LINK_INVALID');
  const userId = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const user = await database.prisma.user.findUnique({ where: { id: userId }, select: { email: true } });
  const right = sign(linkKey, userId, user?.email ?? '');
  if (!user?.email || signature.byteLength !== right.byteLength || !timingSafeEqual(signature, right))
    throw new DomainError('LINK_INVALID');
  await database.prisma.newsSettings.updateMany({
    where: { userId },
    data: { digest: null, digestDueAt: null, digestedAt: null },
  });
}
