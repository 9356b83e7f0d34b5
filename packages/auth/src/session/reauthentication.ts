import { DomainError, limits, type UserId } from '@relato/contract';
import { plusHours, readClock, type Client } from '../clock.ts';
import type { AuthContext } from '../context.ts';
import { verifyPassword } from '../password/passwords.ts';
import { hashToken } from '../tokens.ts';

export interface OwnSessionToken {
  readonly userId: UserId;
  readonly token: string;
}

/** The credentials for a change of the account: the session, and the password if it was entered. */
export interface Credentials extends OwnSessionToken {
  readonly password: string | undefined;
}

/**
 * Requires the password, or a fresh session of an account without one, so that an attacker at an unlocked browser cannot
 * take over the account. A fresh session also suffices for an account without an address, whose password cannot be used to
 * sign in or be reset by mail. Throws PASSWORD_REQUIRED, PASSWORD_WRONG, SESSION_NOT_FRESH, UNAVAILABLE.
 */
export async function requireReauthentication(
  context: AuthContext,
  { userId, token, password }: Credentials,
): Promise<void> {
  const account = await context.database.prisma.user.findUnique({ where: { id: userId } });
  const passwordHash = account?.passwordHash ?? null;
  const isUsed = passwordHash !== null && account?.email !== null;
  if (password === undefined && isUsed) throw new DomainError('PASSWORD_REQUIRED');
  if (password === undefined) return requireFreshSession(context, token);
  const isRight = await verifyPassword(passwordHash, password);
  if (!isRight) throw new DomainError('PASSWORD_WRONG');
}

/** Throws SESSION_NOT_FRESH if the session is older than `limits.session.freshMinutes`. */
export async function requireFreshSession({ database, clock }: AuthContext, token: string): Promise<void> {
  const now = await readClock(database.prisma, clock);
  const earliest = plusHours(now, -limits.session.freshMinutes / 60);
  const where = { id: hashToken(token), createdAt: { gt: earliest } };
  if ((await database.prisma.session.count({ where })) === 0) throw new DomainError('SESSION_NOT_FRESH');
}

/**
 * Locks the account of a session until the transaction ends, and returns it. Throws UNAUTHENTICATED if a password reset, a
 * suspension or another browser has ended the session since its authentication.
 */
export async function lockOwnAccount(tx: Client, { userId, token }: OwnSessionToken) {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  const account = await tx.user.findFirst({
    where: { id: userId, suspendedAt: null, sessions: { some: { id: hashToken(token) } } },
  });
  if (!account) throw new DomainError('UNAUTHENTICATED');
  return account;
}

/** Ends all sessions of a locked account except the one of this token. */
export async function deleteOtherSessions(tx: Client, { userId, token }: OwnSessionToken): Promise<void> {
  await tx.session.deleteMany({ where: { userId, NOT: { id: hashToken(token) } } });
}
