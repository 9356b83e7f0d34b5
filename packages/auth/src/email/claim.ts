import { DomainError, type ErrorCode } from '@relato/contract';
import { Prisma } from '@relato/db';
import type { Client } from '../clock.ts';
import { isBarred } from '../sign-up/bar-suspended.ts';

interface ProvenEmail {
  /** The id of the account, whose row is locked. */
  readonly id: string;
  readonly email: string;
  /** The ids of `toSignUpBarIds` for the address, hashed before the transaction, which would hold its locks meanwhile. */
  readonly bars: readonly string[];
  readonly now: Date;
}

/**
 * Sets the address of an account after the user has proven the mailbox. Throws `inUse` if another account, or a deleted
 * suspended account, has the address. The unique index decides between two accounts at the same time.
 */
export async function claimVerifiedEmail(
  tx: Client,
  { id, email, bars, now }: ProvenEmail,
  inUse: Extract<ErrorCode, 'OAUTH_EMAIL_IN_USE' | 'EMAIL_IN_USE'>,
): Promise<void> {
  // An account that was never confirmed is empty and cannot sign in, so the proven owner of the address replaces it.
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
  if (await isBarred(tx, bars, now)) throw new DomainError(inUse);
}
