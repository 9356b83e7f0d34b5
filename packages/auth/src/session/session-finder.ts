import { retention, type Role } from '@relato/contract';
import type { Database } from '@relato/db';
import type { Clock } from '../clock.ts';

interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly username: string | null;
  readonly photo: string | null;
  readonly email: string | null;
  readonly role: Role;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The time of the database at the read. */
  readonly now: Date;
}

/** Finds a session and its user by the hash of its token. Resolves with undefined without a valid session. */
export type SessionFinder = (id: string) => Promise<SessionRow | undefined>;

/**
 * The limit of concurrent statements of this process. Further look-ups join the next statement. More than one statement is
 * allowed, so that a stalled connection does not stop every request.
 */
const maxStatements = 3;
/** The limit of one statement. */
const maxIds = 200;

interface Lookup {
  readonly promise: Promise<SessionRow | undefined>;
  readonly resolve: (row: SessionRow | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks up sessions for every request, so concurrent look-ups share a statement. Nothing is cached: a look-up joins only a
 * statement that is not sent yet, and therefore sees every commit from before it began, by any process. A session past its
 * absolute lifetime or of a suspended account does not count.
 */
export function createSessionFinder(database: Pick<Database, 'sql'>, clock: Clock): SessionFinder {
  const waiting = new Map<string, Lookup>();
  let running = 0;
  let isScheduled = false;

  const readSessions = (ids: readonly string[]): Promise<SessionRow[]> =>
    database.sql<SessionRow>({
      name: 'auth.find-sessions',
      text: `
        SELECT s.id, s.user_id AS "userId", s.expires_at AS "expiresAt", s.created_at AS "createdAt",
               s.user_agent AS "userAgent", u.email::text, u.role::text, p.username::text, p.photo_id AS photo, present.now
        FROM (SELECT COALESCE($2::timestamptz, clock_timestamp()) AS now) present
        CROSS JOIN sessions s
        JOIN users u ON u.id = s.user_id
        LEFT JOIN profiles p ON p.id = s.user_id
        WHERE s.id = ANY($1::text[]) AND s.created_at > present.now - make_interval(days => $3)
          AND u.suspended_at IS NULL`,
      values: [ids, clock(), retention.longSession.days],
    });

  async function run(): Promise<void> {
    const taken = [...waiting].slice(0, maxIds);
    for (const [id] of taken) waiting.delete(id);
    running += 1;
    try {
      const rows = await readSessions(taken.map(([id]) => id));
      const found = new Map(rows.map((row) => [row.id, row]));
      for (const [id, { resolve }] of taken) resolve(found.get(id));
    } catch (error) {
      for (const [, { reject }] of taken) reject(error);
    }
    running -= 1;
    schedule();
  }

  function schedule(): void {
    if (isScheduled || waiting.size === 0 || running >= maxStatements) return;
    isScheduled = true;
    // Waits for the requests that have already arrived.
    setImmediate(() => {
      isScheduled = false;
      void run();
      schedule();
    });
  }

  return (id) => {
    const lookup = waiting.get(id) ?? Promise.withResolvers<SessionRow | undefined>();
    waiting.set(id, lookup);
    schedule();
    return lookup.promise;
  };
}
