import { createHash } from 'node:crypto';
import {
  batchShare,
  RateLimitedError,
  rateLimits,
  wideShare,
  type RateLimit,
  type RateLimitName,
} from '@relato/contract';
import type { Database } from '@relato/db';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { createBatchedCounts, type BatchedCounts } from './batched-counts.ts';

/** A `wide` subject is a group of networks, with `wideShare` times the limit of a single one. */
type Scope = 'own' | 'wide';

export interface RateLimiter {
  /** Counts one call of a subject, such as a network or an account. Throws a RateLimitedError beyond the limit. */
  readonly consume: (name: RateLimitName, subject: string, scope?: Scope) => Promise<void>;
  /** Throws a RateLimitedError if the limit is used up. Counts nothing. */
  readonly requireRoom: (name: RateLimitName, subject: string) => Promise<void>;
  /** Throws a RateLimitedError if this process knows, without the database, that the limit is used up. Counts nothing. */
  readonly requireKnownRoom: (name: RateLimitName, subject: string) => void;
  /** Counts an event, also beyond the limit. */
  readonly count: (name: RateLimitName, subject: string) => Promise<void>;
  /** Reverts one count. */
  readonly giveBack: (name: RateLimitName, subject: string, scope?: Scope) => Promise<void>;
  /** Returns how much a subject has used, and for how long that counts. */
  readonly readUsage: (name: RateLimitName, subject: string) => Promise<Usage>;
  /** Adds to the usage of a subject, also beyond the limit. */
  readonly charge: (name: RateLimitName, subject: string, points: number) => Promise<void>;
  /** Deletes the counts of past windows. */
  readonly deleteExpired: () => Promise<void>;
  /** Sends the counts that only this process has to the database, for its end. */
  readonly flush: () => Promise<void>;
}

interface Usage {
  readonly used: number;
  readonly isUsedUp: boolean;
  readonly resetsInSeconds: number;
}

/** Counts a call as `consume` does. Returns false beyond the limit, for what is then left undone without a word. */
export async function consumeQuietly(
  limiter: Pick<RateLimiter, 'consume'>,
  name: RateLimitName,
  subject: string,
): Promise<boolean> {
  try {
    await limiter.consume(name, subject);
    return true;
  } catch (error) {
    if (error instanceof RateLimitedError) return false;
    throw error;
  }
}

/** Keys are hashed, so that no e-mail and IP addresses are stored. */
const toKey = (subject: string): string =>
  createHash('sha256').update(subject).digest('base64url').slice(0, 22);

/**
 * Creates a rate limiter that counts where each limit says: in the database, or in the process and in batches in the
 * database. While the database is unreachable, each process counts for itself.
 */
export function createRateLimiter(database: Pick<Database, 'sql'>): RateLimiter {
  const names = Object.keys(rateLimits) as RateLimitName[]; // the keys of a constant
  const batched = createBatchedCounts(database);
  const toLimiters = (scope: Scope) =>
    new Map(names.map((name) => [name, createOne({ database, batched }, name, rateLimits[name], scope)]));
  const limiters = { own: toLimiters('own'), wide: toLimiters('wide') };
  const limiterOf = (name: RateLimitName, scope: Scope = 'own') => {
    const limiter = limiters[scope].get(name);
    if (!limiter) throw new Error(`There is no limit ${name}`);
    return limiter;
  };
  return {
    consume: async (name, subject, scope) => {
      const { limiter, keyOf } = limiterOf(name, scope);
      await limiter.consume(keyOf(subject)).catch(refuse);
    },
    requireRoom: async (name, subject) => {
      const { limiter, keyOf } = limiterOf(name);
      requireLeft(await limiter.get(keyOf(subject)));
    },
    requireKnownRoom: (name, subject) => requireLeft(limiterOf(name).getKnown(subject)),
    count: async (name, subject) => {
      const { limiter, keyOf } = limiterOf(name);
      await limiter.consume(keyOf(subject)).catch((reason: unknown) => {
        if (!(reason instanceof RateLimiterRes || reason instanceof RateLimitedError)) throw reason;
      });
    },
    giveBack: async (name, subject, scope) => {
      const { limiter, keyOf } = limiterOf(name, scope);
      await limiter.reward(keyOf(subject));
    },
    readUsage: async (name, subject) => {
      const { limiter, keyOf } = limiterOf(name);
      const counted = await limiter.get(keyOf(subject));
      const used = counted?.consumedPoints ?? 0;
      return {
        used,
        isUsedUp: used >= rateLimits[name].calls,
        resetsInSeconds: Math.ceil((counted?.msBeforeNext ?? 0) / 1_000),
      };
    },
    charge: async (name, subject, points) => {
      const { limiter, keyOf } = limiterOf(name);
      await limiter.penalty(keyOf(subject), points);
    },
    deleteExpired: async () => {
      await database.sql({
        name: 'rate-limits-expired',
        text: 'DELETE FROM rate_limits WHERE expire < extract(epoch FROM clock_timestamp()) * 1000',
        values: [],
        pool: 'write',
      });
    },
    flush: batched.flush,
  };
}

/** Returns the limiter, the key by which it knows a subject, and what this process knows of a subject by itself. */
function createOne(
  { database, batched }: { readonly database: Pick<Database, 'sql'>; readonly batched: BatchedCounts },
  name: string,
  { calls, windowSeconds, counted }: RateLimit,
  scope: Scope,
) {
  const points = scope === 'wide' ? calls * wideShare : calls;
  const keyPrefix = scope === 'wide' ? `${name}-wide` : name;
  if (counted === 'inBatches') {
    const limiter = batched.createLimiter({
      toKey: (subject) => `${keyPrefix}:${toKey(subject)}`,
      points,
      durationMs: windowSeconds * 1_000,
      maxUnsent: Math.max(1, Math.floor(points * batchShare)),
    });
    return {
      limiter,
      keyOf: (subject: string) => subject,
      getKnown: (subject: string) => limiter.get(subject),
    };
  }
  const limiter = new RateLimiterPostgres({
    storeType: 'client',
    storeClient: {
      query: async (statement: Parameters<Database['sql']>[0]) => {
        const rows = await database.sql(statement);
        return { rows, rowCount: rows.length };
      },
    },
    tableName: 'rate_limits',
    tableCreated: true,
    // `deleteExpired` replaces the library's own cleanup.
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration: windowSeconds,
    // Refuses exceeded limits from memory, so that a flood does not load the database.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration: windowSeconds }),
  });
  return { limiter, keyOf: toKey, getKnown: () => null };
}

function requireLeft(found: RateLimiterRes | null): void {
  if (found && found.remainingPoints <= 0) refuse(found);
}

function refuse(reason: unknown): never {
  if (reason instanceof RateLimiterRes) throw new RateLimitedError(Math.ceil(reason.msBeforeNext / 1_000));
  throw reason;
}
