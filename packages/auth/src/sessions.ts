import { DomainError, limits, userId, type Role, type SessionUser, type SignInInput } from '@relato/contract';
import { Lucia, TimeSpan } from 'lucia';
import type { Client } from './clock.ts';
import type { AuthContext } from './context.ts';
import { verifyPassword } from './passwords.ts';
import { createSessionAdapter } from './session-adapter.ts';
import { hashSecret } from './secrets.ts';

export interface ValidSession {
  readonly session: {
    /** Good for logs: the token cannot be told from it. */
    readonly id: string;
    /** By the clock of this process: `expiresAt - Date.now()` is the time left. */
    readonly expiresAt: Date;
    /** Just created or prolonged: the cookie must be sent again. */
    readonly fresh: boolean;
  };
  readonly user: SessionUser;
}

export interface NewSession extends ValidSession {
  /** For the cookie or a bearer; it is stored nowhere. */
  readonly token: string;
}

const absoluteLifeMs = new TimeSpan(limits.session.absoluteDays, 'd').milliseconds();

/** UTF-16 units; enough to tell a person which of their browsers it is. */
const userAgentMaxLength = 300;

export const createLucia = (context: AuthContext, client: Client) =>
  new Lucia(createSessionAdapter(context, client), {
    sessionExpiresIn: new TimeSpan(limits.session.idleDays, 'd'),
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  });

/** The session of a token, prolonged when less than half of its idle life is left. Null when there is none any more. */
export async function validateSession(context: AuthContext, token: string): Promise<ValidSession | null> {
  const { session, user } = await createLucia(context, context.database.prisma).validateSession(token);
  if (!session) return null;
  const endsAtMs = Math.min(session.expiresAt.getTime(), session.createdAt.getTime() + absoluteLifeMs);
  return {
    session: { id: hashSecret(token), expiresAt: new Date(endsAtMs), fresh: session.fresh },
    user: { id: user.id, username: user.username, email: user.email, role: user.role },
  };
}

/**
 * A new session, whatever the browser brought along. Throws INVALID_CREDENTIALS alike for an unknown address and a
 * wrong password; ACCOUNT_SUSPENDED and EMAIL_NOT_CONFIRMED only to who knows the password; UNAVAILABLE.
 */
export async function signIn(
  context: AuthContext,
  { email, password, userAgent }: SignInInput & { readonly userAgent: string | null },
): Promise<NewSession> {
  const { prisma } = context.database;
  // One query, like for an unknown address: what only a member has is read when the password is right.
  const account = await prisma.user.findUnique({ where: { email } });
  const isRight = await verifyPassword(account?.passwordHash ?? null, password);
  if (!account || !isRight) throw new DomainError('INVALID_CREDENTIALS');
  if (account.suspendedAt) throw new DomainError('ACCOUNT_SUSPENDED');
  if (!account.emailVerifiedAt) throw new DomainError('EMAIL_NOT_CONFIRMED');
  return prisma.$transaction(async (tx) => {
    // A password that was changed since it was verified opens nothing: a reset that comes later waits for this lock
    // and then ends the session, one that came before has changed the hash.
    const unchanged = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${account.id}::uuid AND password_hash = ${account.passwordHash} FOR SHARE`;
    if (unchanged.length === 0) throw new DomainError('INVALID_CREDENTIALS');
    return createSession(context, tx, account, userAgent);
  });
}

/** A session of an account that is locked and may sign in. */
export async function createSession(
  context: AuthContext,
  tx: Client,
  account: { readonly id: string; readonly email: string | null; readonly role: Role },
  userAgent: string | null,
): Promise<NewSession> {
  const id = userId.parse(account.id);
  const attributes = { createdAt: new Date(), userAgent: userAgent?.slice(0, userAgentMaxLength) ?? null };
  const session = await createLucia(context, tx).createSession(id, attributes);
  const profile = await tx.profile.findUnique({ where: { id }, select: { username: true } });
  return {
    token: session.id,
    session: { id: hashSecret(session.id), expiresAt: session.expiresAt, fresh: true },
    user: { id, username: profile?.username ?? null, email: account.email, role: account.role },
  };
}
