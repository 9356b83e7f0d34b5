import { DomainError, type ErrorCode } from '@relato/contract';
import { Prisma } from '@relato/db';
import type { Client } from './clock.ts';
import { isBarred, toBarIds } from './sign-up-bars.ts';

interface ProvenEmail {
  /** The account, which is locked. */
  readonly id: string;
  readonly email: string;
  readonly now: Date;
}

/**
 * Gives an account the address that its mailbox has just proven. Throws `inUse` when another account has it, or a
 * suspended one that was deleted had it; the unique index decides between two who prove it at once.
 */
export async function takeEmail(
  tx: Client,
  { id, email, now }: ProvenEmail,
  inUse: Extract<ErrorCode, 'OAUTH_EMAIL_IN_USE' | 'EMAIL_IN_USE'>,
): Promise<void> {
  // An account that was never confirmed has nothing and cannot sign in: the address is its owner's, who proved it.
  await tx.user.deleteMany({
    where: { email, id: { not: id }, emailVerifiedAt: null, suspendedAt: null, identities: { none: {} } },
  });
  try {
    await tx.user.update({ where: { id }, data: { email, emailVerifiedAt: now } });
  } catch (cause) {
    if (cause instanceof Prisma.PrismaClientKnownRequestError && cause.code === 'P2002') {
      throw new DomainError(inUse, { cause });
    }
    throw cause;
  }
  if (await isBarred(tx, await toBarIds({ email, identities: [] }), now)) throw new DomainError(inUse);
}
