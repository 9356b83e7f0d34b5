import { retention, type Role, userId, type UserId as OurUserId } from '@relato/contract';
import type { Adapter, Lucia } from 'lucia';
import { readClock, type Client } from '../clock.ts';
import type { AuthContext } from '../context.ts';
import { hashToken } from '../tokens.ts';

interface SessionAttributes {
  readonly createdAt: Date;
  readonly userAgent: string | null;
}

interface UserAttributes {
  readonly username: string | null;
  readonly photo: string | null;
  readonly email: string | null;
  readonly role: Role;
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    UserId: OurUserId;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

/**
 * Stores Lucia's sessions in the table of sessions. Lucia's session id is the token, and the table's id is the token's hash.
 * Lucia compares times with the clock of this process, so they are converted from the database's clock and back. Writes use
 * `client`, because they may be part of a transaction.
 */
export function createSessionAdapter(context: AuthContext, client: Client): Adapter {
  const toDatabaseTime = async (time: Date): Promise<Date> => {
    const now = await readClock(client, context.clock);
    return new Date(now.getTime() + time.getTime() - Date.now());
  };
  return {
    async getSessionAndUser(token) {
      const row = await context.findSession(hashToken(token));
      if (!row) return [null, null];
      const toOurTime = (time: Date): Date => new Date(time.getTime() - row.now.getTime() + Date.now());
      const { username, photo, email, role, userAgent } = row;
      const id = userId.parse(row.userId);
      const attributes = { createdAt: toOurTime(row.createdAt), userAgent };
      return [
        { id: token, userId: id, expiresAt: toOurTime(row.expiresAt), attributes },
        { id, attributes: { username, photo, email, role } },
      ];
    },
    /** The ids are hashes, because the tokens are not stored. */
    async getUserSessions(userId) {
      const rows = await client.session.findMany({ where: { userId } });
      return rows.map(({ id, expiresAt, createdAt, userAgent }) => ({
        id,
        userId,
        expiresAt,
        attributes: { createdAt, userAgent },
      }));
    },
    async setSession({ id, userId, expiresAt, attributes: { createdAt, userAgent } }) {
      const times = {
        expiresAt: await toDatabaseTime(expiresAt),
        createdAt: await toDatabaseTime(createdAt),
      };
      await client.session.create({ data: { id: hashToken(id), userId, userAgent, ...times } });
    },
    // The next three functions do nothing if the session has ended meanwhile.
    async updateSessionExpiration(token, expiresAt) {
      const data = { expiresAt: await toDatabaseTime(expiresAt) };
      await client.session.updateMany({ where: { id: hashToken(token) }, data });
    },
    async deleteSession(token) {
      await client.session.deleteMany({ where: { id: hashToken(token) } });
    },
    async deleteUserSessions(userId) {
      await client.session.deleteMany({ where: { userId } });
    },
    async deleteExpiredSessions() {
      const now = await readClock(client, context.clock);
      const bornBefore = new Date(now.getTime() - retention.longSession.days * 86_400_000);
      await client.session.deleteMany({
        where: { OR: [{ expiresAt: { lte: now } }, { createdAt: { lte: bornBefore } }] },
      });
    },
  };
}
