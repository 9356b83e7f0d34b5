import { RateLimitedError } from '@relato/contract';
import type { Database } from '@relato/db';
import { RateLimiterRes } from 'rate-limiter-flexible';

/** For how long a database that fails is not asked again. */
const retryMs = 1_000;
/** How often the windows that have ended are forgotten. */
const sweepMs = 10_000;
/** Of one statement. */
const maxKeys = 1_000;

interface Limit {
  /** Names a subject in the database. Called once for each window, because a hash costs more than a count. */
  readonly toKey: (subject: string) => string;
  readonly points: number;
  readonly durationMs: number;
  /** The points of a subject that a process may keep to itself. */
  readonly maxUnsent: number;
}

/** The points of one subject from its first call on until the window ends. */
interface Window {
  readonly subject: string;
  /** Of the subject in the database. */
  readonly key: string;
  readonly windows: Windows;
  readonly maxUnsent: number;
  /** The points of all processes when the database was last asked. */
  counted: number;
  /** Points that are counted here only. */
  unsent: number;
  /** By the clock of `performance`. */
  endsAtMs: number;
}

/** By subject. Those that began last come last. */
type Windows = Map<string, Window>;

interface CountedRow {
  readonly key: string;
  readonly points: number;
  readonly leftMs: number;
}

/** The calls of `rate-limiter-flexible` that a limit needs. Beyond the limit, `consume` throws a RateLimitedError. */
interface BatchedLimiter {
  consume(subject: string, points?: number): Promise<RateLimiterRes>;
  get(subject: string): RateLimiterRes | null;
  reward(subject: string, points?: number): Promise<RateLimiterRes>;
  penalty(subject: string, points?: number): Promise<RateLimiterRes>;
}

export interface BatchedCounts {
  readonly createLimiter: (limit: Limit) => BatchedLimiter;
  /** Adds everything that is counted here only to the database. Rejects if the database does not take it. */
  readonly flush: () => Promise<void>;
}

/**
 * Counts calls in the process and adds them to the database in batches, for all processes together. A process keeps fewer
 * than `maxUnsent` points of a subject to itself: before it admits more, it sends them and learns the sum of all. So n
 * processes together admit at most `points + n * maxUnsent` in a window, and one process alone exactly `points`. Most subjects
 * never have so many, and cost no statement. A process that is killed forgets at most `maxUnsent` points of a subject. While
 * the database is down, each process counts by itself.
 */
export function createBatchedCounts(database: Pick<Database, 'sql'>): BatchedCounts {
  const limits: Windows[] = [];
  /** Those that go into the next batch: a statement is worth it for one that is full, and takes those along that soon are. */
  const due = new Set<Window>();
  let running: Promise<void> | null = null;
  let sweep: NodeJS.Timeout | undefined;
  let triesAgainAtMs = 0;

  /** False for a window that has ended meanwhile: a statement may name each key only once. */
  const isPresent = (window: Window): boolean => window.windows.get(window.subject) === window;

  function keepUnsent(window: Window): void {
    if (window.unsent >= window.maxUnsent / 2) due.add(window);
  }

  async function send(batch: readonly Window[]): Promise<void> {
    const points = batch.map((window) => window.unsent);
    const now = performance.now();
    const rows = await database.sql<CountedRow>({
      name: 'rate-limits-add',
      // In one order, so that two processes do not wait for each other in a circle.
      text: `WITH present AS (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms)
        INSERT INTO rate_limits AS known (key, points, expire)
        SELECT key, points, present.ms + left_ms
        FROM present, unnest($1::text[], $2::integer[], $3::integer[]) AS added (key, points, left_ms) ORDER BY key
        ON CONFLICT (key) DO UPDATE SET
          points = CASE WHEN known.expire <= (SELECT ms FROM present) THEN 0 ELSE known.points END + excluded.points,
          expire = CASE WHEN known.expire <= (SELECT ms FROM present) THEN excluded.expire ELSE known.expire END
        RETURNING key, points, (expire - (SELECT ms FROM present))::integer AS "leftMs"`,
      values: [
        batch.map(({ key }) => key),
        points,
        batch.map(({ endsAtMs }) => Math.max(1, Math.ceil(endsAtMs - now))),
      ],
    });
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

  /** Joins a run under way, which may miss the points that were counted since it began. */
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

  /** Looks at the oldest windows only: the others began later, and nearly all of them end later. */
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

  function createLimiter(of: Limit): BatchedLimiter {
    const { points: limit, maxUnsent } = of;
    const windows: Windows = new Map();
    limits.push(windows);
    const windowOf = (subject: string): Window => findWindow(windows, subject, of);
    const toResult = ({ counted, unsent: own, endsAtMs }: Window): RateLimiterRes => {
      const consumed = counted + own;
      return new RateLimiterRes(
        Math.max(0, limit - consumed),
        Math.max(0, endsAtMs - performance.now()),
        consumed,
        consumed <= 1,
      );
    };
    const add = (window: Window, points: number): RateLimiterRes => {
      window.unsent += points;
      keepUnsent(window);
      return toResult(window);
    };
    return {
      async consume(subject, points = 1) {
        let window = windowOf(subject);
        while (window.unsent >= maxUnsent && performance.now() >= triesAgainAtMs) {
          await sendDue().catch(() => {});
          window = windowOf(subject);
        }
        if (window.counted + window.unsent + points > limit) {
          throw new RateLimitedError(Math.ceil((window.endsAtMs - performance.now()) / 1_000));
        }
        return add(window, points);
      },
      get(subject) {
        const window = windows.get(subject);
        return window && window.endsAtMs > performance.now() ? toResult(window) : null;
      },
      reward: async (subject, points = 1) => add(windowOf(subject), -points),
      penalty: async (subject, points = 1) => add(windowOf(subject), points),
    };
  }
  return { createLimiter, flush };
}
