import { limits, retention, type Role, type SessionUser, userId } from '@relato/contract';
import { Lucia, TimeSpan } from 'lucia';
import type { Client } from '../clock.ts';
import type { AuthContext } from '../context.ts';
import { createSessionAdapter } from './lucia-adapter.ts';
import { hashToken } from '../tokens.ts';

interface ValidSession {
  readonly session: {
    /** May be logged, because the token cannot be derived from it. */
    readonly id: string;
    /** In the time of this process, so that `expiresAt - Date.now()` is the remaining time. */
    readonly expiresAt: Date;
    /** True if the session was just created or prolonged, so that the cookie must be sent again. */
    readonly fresh: boolean;
  };
  readonly user: SessionUser;
}

export interface NewSession extends ValidSession {
  /** The value of the cookie or the bearer token, which is not stored. */
  readonly token: string;
}

const absoluteLifeMs = new TimeSpan(retention.longSession.days, 'd').milliseconds();

/** In UTF-16 units, which are enough for a user to recognize the browser. */
const userAgentMaxLength = 300;

/** Lucia prolongs a session by `idleDays` when half of them are left. With 0 it never does. */
export const createLucia = (
  context: AuthContext,
  client: Client,
  idleDays: number = retention.session.days,
) =>
  new Lucia(createSessionAdapter(context, client), {
    sessionExpiresIn: new TimeSpan(idleDays, 'd'),
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  });

const toSessionUser = ({
  id,
  username,
  photo,
  email,
  role,
}: Omit<SessionUser, 'photo'> & { readonly photo: string | null }): SessionUser => ({
  id,
  username,
  email,
  role,
  ...(photo !== null && { photo }),
});

/** Returns the session of a token, or null. Prolongs it like `lucia`. */
export async function validateSession(
  lucia: ReturnType<typeof createLucia>,
  token: string,
): Promise<ValidSession | null> {
  const { session, user } = await lucia.validateSession(token);
  if (!session) return null;
  const endsAtMs = Math.min(session.expiresAt.getTime(), session.createdAt.getTime() + absoluteLifeMs);
  return {
    session: { id: hashToken(token), expiresAt: new Date(endsAtMs), fresh: session.fresh },
    user: toSessionUser(user),
  };
}

/** Creates a session of a locked account that may sign in, and ends its oldest sessions beyond the limit. */
export async function createSession(
  context: AuthContext,
  tx: Client,
  account: { readonly id: string; readonly email: string | null; readonly role: Role },
  userAgent: string | null,
): Promise<NewSession> {
  const id = userId.parse(account.id);
  const attributes = { createdAt: new Date(), userAgent: userAgent?.slice(0, userAgentMaxLength) ?? null };
  const session = await createLucia(context, tx).createSession(id, attributes);
  await tx.$executeRaw`DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions WHERE user_id = ${id}::uuid AND id <> ${hashToken(session.id)}
    ORDER BY created_at DESC, id OFFSET ${limits.session.maxCount - 1})`;
  const profile = await tx.profile.findUnique({ where: { id }, select: { username: true, photoId: true } });
  return {
    token: session.id,
    session: { id: hashToken(session.id), expiresAt: session.expiresAt, fresh: true },
    user: toSessionUser({
      id,
      username: profile?.username ?? null,
      photo: profile?.photoId ?? null,
      email: account.email,
      role: account.role,
    }),
  };
}
