import { DomainError, type SignInInput } from '@relato/contract';
import type { AuthContext } from '../context.ts';
import { verifyPassword } from '../password/passwords.ts';
import { createSession, type NewSession } from './sessions.ts';

/**
 * Creates a new session, even if the browser already has one. Throws INVALID_CREDENTIALS for an unknown address and for a
 * wrong password alike; ACCOUNT_SUSPENDED and EMAIL_NOT_CONFIRMED only if the password is right; UNAVAILABLE.
 */
export async function signIn(
  context: AuthContext,
  { email, password, userAgent }: SignInInput & { readonly userAgent: string | null },
): Promise<NewSession> {
  const { prisma } = context.database;
  // Uses one query, like for an unknown address. Only a right password reads the profile.
  const account = await prisma.user.findUnique({ where: { email } });
  const isRight = await verifyPassword(account?.passwordHash ?? null, password);
  if (!account || !isRight) throw new DomainError('INVALID_CREDENTIALS');
  if (account.suspendedAt) throw new DomainError('ACCOUNT_SUSPENDED');
  if (!account.emailVerifiedAt) throw new DomainError('EMAIL_NOT_CONFIRMED');
  return prisma.$transaction(async (tx) => {
    // A password that changed after its verification must not sign in. An earlier reset has changed the hash, and a later
    // one waits for this lock and then ends the session.
    const unchanged = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${account.id}::uuid AND password_hash = ${account.passwordHash} FOR SHARE`;
    if (unchanged.length === 0) throw new DomainError('INVALID_CREDENTIALS');
    return createSession(context, tx, account, userAgent);
  });
}
