import { createHash } from 'node:crypto';
import {
  RateLimitedError,
  rateLimits,
  wideShare,
  type RateLimit,
  type RateLimitName,
} from '@relato/contract';
import type { Database } from '@relato/db';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** A `wide` subject is a network of networks, and may do `wideShare` times as much as each of them. */
type Scope = 'own' | 'wide';

export interface RateLimiter {
  /** Counts one call of a subject, such as an address or an account. Throws a RateLimitedError past the limit. */
  readonly consume: (name: RateLimitName, subject: string, scope?: Scope) => Promise<void>;
  /** Throws a RateLimitedError when the limit is used up, and counts nothing. */
  readonly requireRoom: (name: RateLimitName, subject: string) => Promise<void>;
  /** Counts what has happened, past the limit as well. */
  readonly count: (name: RateLimitName, subject: string) => Promise<void>;
  /** What was counted turned out not to count. */
  readonly giveBack: (name: RateLimitName, subject: string, scope?: Scope) => Promise<void>;
  /** How much a subject has used up, and how long that counts. */
  readonly readUsage: (name: RateLimitName, subject: string) => Promise<Usage>;
  /** Counts what was used up, also past the limit. */
  readonly charge: (name: RateLimitName, subject: string, points: number) => Promise<void>;
  /** Deletes the counts of windows that are over. */
  readonly deleteExpired: () => Promise<void>;
}

export interface Usage {
  readonly used: number;
  readonly isUsedUp: boolean;
  readonly resetsInSeconds: number;
}

/** Neither addresses of people nor of networks are kept, only what tells one from another. */
const toKey = (subject: string): string =>
  createHash('sha256').update(subject).digest('base64url').slice(0, 22);

/**
 * Counts in the database, so that all processes count together; while it is away, each process counts for itself.
 * What is not `shared` is always counted in the process.
 */
export function createRateLimiter(database: Pick<Database, 'sql'>): RateLimiter {
  const names = Object.keys(rateLimits) as RateLimitName[]; // the keys of a constant
  const toLimiters = (scope: Scope) =>
    new Map(names.map((name) => [name, createOne(database, name, rateLimits[name], scope)]));
  const limiters = { own: toLimiters('own'), wide: toLimiters('wide') };
  const limiterOf = (name: RateLimitName, scope: Scope = 'own') => {
    const limiter = limiters[scope].get(name);
    if (!limiter) throw new Error(`There is no limit ${name}`);
    return limiter;
  };
  return {
    consume: async (name, subject, scope) => {
      await limiterOf(name, scope).consume(toKey(subject)).catch(refuse);
    },
    requireRoom: async (name, subject) => {
      const found = await limiterOf(name).get(toKey(subject));
      if (found && found.remainingPoints <= 0) refuse(found);
    },
    count: async (name, subject) => {
      await limiterOf(name)
        .consume(toKey(subject))
        .catch((reason: unknown) => {
          if (!(reason instanceof RateLimiterRes)) throw reason;
        });
    },
    giveBack: async (name, subject, scope) => {
      await limiterOf(name, scope).reward(toKey(subject));
    },
    readUsage: async (name, subject) => {
      const counted = await limiterOf(name).get(toKey(subject));
      const used = counted?.consumedPoints ?? 0;
      return {
        used,
        isUsedUp: used >= rateLimits[name].calls,
        resetsInSeconds: Math.ceil((counted?.msBeforeNext ?? 0) / 1_000),
      };
    },
    charge: async (name, subject, points) => {
      await limiterOf(name).penalty(toKey(subject), points);
    },
    deleteExpired: async () => {
      await database.sql({
        name: 'rate-limits-expired',
        text: 'DELETE FROM rate_limits WHERE expire < $1',
        values: [Date.now()],
      });
    },
  };
}

function createOne(
  database: Pick<Database, 'sql'>,
  name: string,
  { calls, windowSeconds, shared }: RateLimit,
  scope: Scope,
) {
  const points = scope === 'wide' ? calls * wideShare : calls;
  const keyPrefix = scope === 'wide' ? `${name}-wide` : name;
  const memory = new RateLimiterMemory({ keyPrefix, points, duration: windowSeconds });
  if (!shared) return memory;
  return new RateLimiterPostgres({
    storeType: 'client',
    storeClient: {
      query: async (statement: Parameters<Database['sql']>[0]) => {
        const rows = await database.sql(statement);
        return { rows, rowCount: rows.length };
      },
    },
    tableName: 'rate_limits',
    tableCreated: true,
    // `deleteExpired` does, where the other house-keeping is done.
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration: windowSeconds,
    // Who floods is refused from memory and costs the database nothing.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: memory,
  });
}

function refuse(reason: unknown): never {
  if (reason instanceof RateLimiterRes) throw new RateLimitedError(Math.ceil(reason.msBeforeNext / 1_000));
  throw reason;
}
