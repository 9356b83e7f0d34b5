import { DomainError, limits, type UserId } from '@relato/contract';
import { plusHours, readClock, type Client } from './clock.ts';
import type { AuthContext } from './context.ts';
import { verifyPassword } from './passwords.ts';
import { hashSecret } from './secrets.ts';

/** Who asks for a change of their account: by their session, and by their password when they gave it. */
export interface Claim {
  readonly userId: UserId;
  /** That of their session. */
  readonly token: string;
  readonly password: string | undefined;
}

/**
 * Who found a browser open shall not take the account over: its owner knows the password, or has just signed in. Throws
 * PASSWORD_WRONG, SESSION_NOT_FRESH, UNAVAILABLE.
 */
export async function requireProof(context: AuthContext, { userId, token, password }: Claim): Promise<void> {
  if (password === undefined) return requireFreshSession(context, token);
  const account = await context.database.prisma.user.findUnique({ where: { id: userId } });
  const isRight = await verifyPassword(account?.passwordHash ?? null, password);
  if (!isRight) throw new DomainError('PASSWORD_WRONG');
}

/** Throws SESSION_NOT_FRESH. */
export async function requireFreshSession({ database, clock }: AuthContext, token: string): Promise<void> {
  const now = await readClock(database.prisma, clock);
  const earliest = plusHours(now, -limits.session.freshMinutes / 60);
  const where = { id: hashSecret(token), createdAt: { gt: earliest } };
  if ((await database.prisma.session.count({ where })) === 0) throw new DomainError('SESSION_NOT_FRESH');
}

/**
 * Locks the account of who asks. A recovery, a suspension or another browser may have ended the session since it was
 * proven: then it opens nothing any more. Throws UNAUTHENTICATED.
 */
export async function lockOwnAccount(tx: Client, { userId, token }: Pick<Claim, 'userId' | 'token'>) {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  const account = await tx.user.findFirst({
    where: { id: userId, suspendedAt: null, sessions: { some: { id: hashSecret(token) } } },
  });
  if (!account) throw new DomainError('UNAUTHENTICATED');
  return account;
}

/** Ends all sessions of a locked account but the one of this token. */
export async function endOtherSessions(
  tx: Client,
  { userId, token }: Pick<Claim, 'userId' | 'token'>,
): Promise<void> {
  await tx.session.deleteMany({ where: { userId, NOT: { id: hashSecret(token) } } });
}
