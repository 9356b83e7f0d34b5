import { RateLimitedError } from '@relato/contract';
import type { Database } from '@relato/db';
import { RateLimiterRes } from 'rate-limiter-flexible';

/** How long counts stay in the process at most, unless the database is down. */
const intervalMs = 1_000;
/** Of one statement. */
const maxKeys = 1_000;

interface Limit {
  readonly keyPrefix: string;
  readonly points: number;
  readonly durationMs: number;
  /** The points of a subject that a process may keep to itself. */
  readonly maxUnsent: number;
}

/** The points of one subject from its first call on until the window ends. */
interface Window {
  readonly key: string;
  /** The points of all processes when the database was last asked. */
  counted: number;
  /** Points that are counted here only. */
  unsent: number;
  /** By the clock of `performance`. */
  endsAtMs: number;
}

interface CountedRow {
  readonly key: string;
  readonly points: number;
  readonly leftMs: number;
}

/** The calls of `rate-limiter-flexible` that a limit needs. Beyond the limit, `consume` throws a RateLimitedError. */
interface BatchedLimiter {
  consume(subject: string, points?: number): Promise<RateLimiterRes>;
  get(subject: string): Promise<RateLimiterRes | null>;
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
 * processes together admit at most `points + n * maxUnsent` in a window, and one process alone exactly `points`. A process
 * that is killed forgets at most `maxUnsent` points of a subject. While the database is down, each process counts by itself.
 */
export function createBatchedCounts(database: Pick<Database, 'sql'>): BatchedCounts {
  const windows = new Map<string, Window>();
  const unsent = new Set<Window>();
  let running: Promise<void> | null = null;
  let isScheduled = false;
  let triesAgainAtMs = 0;

  /** Keeps points for the next batch, unless their window has ended meanwhile: a statement may name each key only once. */
  function keepUnsent(window: Window): void {
    if (window.unsent !== 0 && windows.get(window.key) === window) unsent.add(window);
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
      keepUnsent(window);
    });
  }

  async function sendAll(): Promise<void> {
    const all = [...unsent].toSorted((a, b) => (a.key < b.key ? -1 : 1));
    try {
      for (let first = 0; first < all.length; first += maxKeys) {
        const batch = all.slice(first, first + maxKeys);
        for (const window of batch) unsent.delete(window);
        await send(batch).catch((error: unknown) => {
          for (const window of batch) keepUnsent(window);
          throw error;
        });
      }
    } catch (error) {
      triesAgainAtMs = performance.now() + intervalMs;
      throw error;
    }
  }

  /** Joins a run under way, which may miss the points that were counted since it began. */
  const flush = (): Promise<void> => {
    running ??= sendAll().finally(() => {
      running = null;
    });
    return running;
  };

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => void sendInTurn(), intervalMs).unref();
  }

  async function sendInTurn(): Promise<void> {
    isScheduled = false;
    forgetPastWindows();
    await flush().catch(() => {});
    if (unsent.size > 0) schedule();
  }

  function forgetPastWindows(): void {
    const now = performance.now();
    for (const [key, window] of windows) {
      if (window.endsAtMs > now) continue;
      windows.delete(key);
      unsent.delete(window);
    }
  }

  function findWindow(key: string, durationMs: number): Window {
    const now = performance.now();
    const known = windows.get(key);
    if (known && known.endsAtMs > now) return known;
    if (known) unsent.delete(known);
    const window = { key, counted: 0, unsent: 0, endsAtMs: now + durationMs };
    windows.set(key, window);
    return window;
  }

  function createLimiter({ keyPrefix, points: limit, durationMs, maxUnsent }: Limit): BatchedLimiter {
    const windowOf = (subject: string): Window => findWindow(`${keyPrefix}:${subject}`, durationMs);
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
      unsent.add(window);
      schedule();
      return toResult(window);
    };
    return {
      async consume(subject, points = 1) {
        let window = windowOf(subject);
        while (window.unsent >= maxUnsent && performance.now() >= triesAgainAtMs) {
          await flush().catch(() => {});
          window = windowOf(subject);
        }
        if (window.counted + window.unsent + points > limit) {
          throw new RateLimitedError(Math.ceil((window.endsAtMs - performance.now()) / 1_000));
        }
        return add(window, points);
      },
      async get(subject) {
        const window = windows.get(`${keyPrefix}:${subject}`);
        return window && window.endsAtMs > performance.now() ? toResult(window) : null;
      },
      reward: async (subject, points = 1) => add(windowOf(subject), -points),
      penalty: async (subject, points = 1) => add(windowOf(subject), points),
    };
  }
  return { createLimiter, flush };
}
