import { RateLimitedError } from '@relato/contract';
import type { Database } from '@relato/db';

/** The pause after a failure of the database. */
const retryMs = 1_000;
/** The interval at which ended windows are deleted. */
const sweepMs = 10_000;
/** The limit of one statement. */
const maxKeys = 1_000;

interface Limit {
  /** Returns the key of a subject in the database. Called once for each window, because a hash costs more than a count. */
  readonly toKey: (subject: string) => string;
  readonly points: number;
  readonly durationMs: number;
  /** The maximum of points that a process keeps to itself. With 0 each call uses the database. */
  readonly maxUnsent: number;
}

/** The points of one subject from its first call to the end of the window. */
interface Window {
  readonly subject: string;
  /** The key of the subject in the database. */
  readonly key: string;
  readonly windows: Windows;
  readonly maxUnsent: number;
  /** The points of all processes at the last query of the database. */
  counted: number;
  /** The points that only this process has counted. */
  unsent: number;
  /** The end by the clock of `performance`. */
  endsAtMs: number;
}

/** By subject, in the order in which they began. */
type Windows = Map<string, Window>;

interface CountedRow {
  readonly key: string;
  readonly points: number;
  readonly leftMs: number;
}

/** The usage of a limit by a subject, and how long it counts. */
export interface Usage {
  readonly used: number;
  readonly leftMs: number;
}

interface Limiter {
  /** Counts points. Throws a RateLimitedError beyond the limit. */
  consume(subject: string): Promise<void>;
  /** Adds points, also beyond the limit; a negative number takes them back. */
  add(subject: string, points: number): Promise<void>;
  /** Resolves with null for a subject that has used nothing. */
  read(subject: string): Promise<Usage | null>;
  /** Returns the usage that this process knows without the database. */
  getKnown(subject: string): Usage | null;
}

export interface LimitCounts {
  readonly createLimiter: (limit: Limit) => Limiter;
  /** Adds all points that only this process has counted to the database. Rejects if that fails. */
  readonly flush: () => Promise<void>;
}

interface Addition {
  readonly key: string;
  readonly points: number;
  readonly leftMs: number;
}

/** Adds points to the shared windows, which begin and end by the clock of the database. */
const addPoints = (
  database: Pick<Database, 'sql'>,
  added: readonly Addition[],
): Promise<readonly CountedRow[]> =>
  database.sql<CountedRow>({
    name: 'rate-limits-add',
    // Sorted, so that two processes do not deadlock.
    text: `WITH present AS (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms)
      INSERT INTO rate_limits AS known (key, points, expire)
      SELECT key, points, present.ms + left_ms
      FROM present, unnest($1::text[], $2::integer[], $3::integer[]) AS added (key, points, left_ms) ORDER BY key
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN known.expire <= (SELECT ms FROM present) THEN 0 ELSE known.points END + excluded.points,
        expire = CASE WHEN known.expire <= (SELECT ms FROM present) THEN excluded.expire ELSE known.expire END
      RETURNING key, points, (expire - (SELECT ms FROM present))::integer AS "leftMs"`,
    values: [
      added.map(({ key }) => key),
      added.map(({ points }) => points),
      added.map(({ leftMs }) => Math.max(1, Math.ceil(leftMs))),
    ],
  });

const readPoints = (database: Pick<Database, 'sql'>, key: string): Promise<readonly CountedRow[]> =>
  database.sql<CountedRow>({
    name: 'rate-limits-read',
    text: `WITH present AS (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms)
      SELECT key, points, (expire - present.ms)::integer AS "leftMs" FROM rate_limits, present
      WHERE key = $1 AND expire > present.ms`,
    values: [key],
  });

/**
 * Counts calls in the database for all processes together, at each call or in batches. With batches, a process keeps fewer
 * than `maxUnsent` points of a subject to itself: before it admits more, it sends them and gets the total. So n processes
 * together admit at most `points + n * maxUnsent` in a window, and one process alone exactly `points`. Most subjects never
 * reach that, and cost no statement. A killed process loses at most `maxUnsent` points of a subject. While the database is
 * down, each process counts by itself.
 */
export function createLimitCounts(database: Pick<Database, 'sql'>): LimitCounts {
  const limits: Windows[] = [];
  /** The windows of the next batch. A full one triggers the statement, which also includes those that are half full. */
  const due = new Set<Window>();
  let running: Promise<void> | null = null;
  let sweep: NodeJS.Timeout | undefined;
  let triesAgainAtMs = 0;

  /** Returns false for a window that has ended, because a statement may name each key only once. */
  const isPresent = (window: Window): boolean => window.windows.get(window.subject) === window;

  function keepUnsent(window: Window): void {
    if (window.unsent >= window.maxUnsent / 2) due.add(window);
  }

  async function send(batch: readonly Window[]): Promise<void> {
    const points = batch.map((window) => window.unsent);
    const now = performance.now();
    const rows = await addPoints(
      database,
      batch.map(({ key, endsAtMs }, index) => ({ key, points: points[index] ?? 0, leftMs: endsAtMs - now })),
    );
    const counted = new Map(rows.map((row) => [row.key, row]));
    batch.forEach((window, index) => {
      window.unsent -= points[index] ?? 0;
      const row = counted.get(window.key);
      if (row) Object.assign(window, { counted: row.points, endsAtMs: performance.now() + row.leftMs });
    });
  }

  async function sendAll(chosen: Iterable<Window>): Promise<void> {
    const all = [...chosen]
      .filter((window) => window.unsent !== 0 && isPresent(window))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    try {
      for (let first = 0; first < all.length; first += maxKeys) {
        const batch = all.slice(first, first + maxKeys);
        for (const window of batch) due.delete(window);
        await send(batch).finally(() => batch.filter(isPresent).forEach(keepUnsent));
      }
    } catch (error) {
      triesAgainAtMs = performance.now() + retryMs;
      throw error;
    }
  }

  /** Joins a running batch, which may miss the points that were counted since it began. */
  function run(listChosen: () => Iterable<Window>): Promise<void> {
    running ??= sendAll(listChosen()).finally(() => {
      running = null;
    });
    return running;
  }
  const sendDue = (): Promise<void> => run(() => due);
  async function flush(): Promise<void> {
    await running?.catch(() => {});
    await run(() => limits.flatMap((windows) => [...windows.values()]));
  }

  function scheduleSweep(): void {
    sweep ??= setTimeout(() => {
      sweep = undefined;
      for (const windows of limits) forgetPastWindows(windows);
      if (limits.some(({ size }) => size > 0)) scheduleSweep();
    }, sweepMs).unref();
  }

  /** Checks only the oldest windows, because the others began later, and nearly all of them end later. */
  function forgetPastWindows(windows: Windows): void {
    const now = performance.now();
    for (const window of windows.values()) {
      if (window.endsAtMs > now) return;
      windows.delete(window.subject);
      due.delete(window);
    }
  }

  function findWindow(windows: Windows, subject: string, { toKey, durationMs, maxUnsent }: Limit): Window {
    const now = performance.now();
    const known = windows.get(subject);
    if (known && known.endsAtMs > now) return known;
    if (known) due.delete(known);
    const key = toKey(subject);
    const window = { subject, key, windows, maxUnsent, counted: 0, unsent: 0, endsAtMs: now + durationMs };
    windows.delete(subject);
    windows.set(subject, window);
    scheduleSweep();
    return window;
  }

  const toUsage = ({ counted, unsent, endsAtMs }: Window): Usage => ({
    used: counted + unsent,
    leftMs: Math.max(0, endsAtMs - performance.now()),
  });

  function createLimiter(of: Limit): Limiter {
    const windows: Windows = new Map();
    limits.push(windows);
    const windowOf = (subject: string): Window => findWindow(windows, subject, of);
    const getKnown = (subject: string): Usage | null => {
      const window = windows.get(subject);
      return window && window.endsAtMs > performance.now() ? toUsage(window) : null;
    };
    return of.maxUnsent === 0 ? createExact(of, windowOf, getKnown) : createBatched(of, windowOf, getKnown);
  }

  type WindowFinder = (subject: string) => Window;

  function addUnsent(window: Window, points: number): void {
    window.unsent += points;
    keepUnsent(window);
  }

  function createBatched(
    { points: limit, maxUnsent }: Limit,
    windowOf: WindowFinder,
    getKnown: Limiter['getKnown'],
  ): Limiter {
    return {
      async consume(subject) {
        let window = windowOf(subject);
        while (window.unsent >= maxUnsent && performance.now() >= triesAgainAtMs) {
          await sendDue().catch(() => {});
          window = windowOf(subject);
        }
        if (window.counted + window.unsent + 1 > limit) throw toRefusal(window);
        addUnsent(window, 1);
      },
      add: async (subject, points) => addUnsent(windowOf(subject), points),
      read: async (subject) => getKnown(subject),
      getKnown,
    };
  }

  /** Each call gets the total of all processes. One beyond the limit is refused from memory, so that a flood costs nothing. */
  function createExact(
    { points: limit, durationMs }: Limit,
    windowOf: WindowFinder,
    getKnown: Limiter['getKnown'],
  ): Limiter {
    async function add(subject: string, points: number): Promise<Window> {
      const window = windowOf(subject);
      try {
        const [row] = await addPoints(database, [{ key: window.key, points, leftMs: durationMs }]);
        const counted = row?.points ?? window.counted + points;
        Object.assign(window, { counted, endsAtMs: performance.now() + (row?.leftMs ?? durationMs) });
      } catch {
        // The database is down, so each process counts by itself.
        window.counted += points;
      }
      // A copy, because concurrent calls change the window, too.
      return { ...window };
    }
    return {
      async consume(subject) {
        const known = windowOf(subject);
        if (known.counted > limit) throw toRefusal(known);
        const window = await add(subject, 1);
        if (window.counted > limit) throw toRefusal(window);
      },
      add: async (subject, points) => void (await add(subject, points)),
      read: async (subject) => {
        const rows = await readPoints(database, windowOf(subject).key).catch(() => null);
        if (rows === null) return getKnown(subject);
        const [row] = rows;
        return row ? { used: row.points, leftMs: row.leftMs } : null;
      },
      getKnown,
    };
  }
  return { createLimiter, flush };
}

const toRefusal = ({ endsAtMs }: Window): RateLimitedError =>
  new RateLimitedError(Math.ceil((endsAtMs - performance.now()) / 1_000));
