import { createHash } from 'node:crypto';
import {
  batchShare,
  RateLimitedError,
  rateLimits,
  wideShare,
  type LimitCode,
  type RateLimit,
  type RateLimitName,
} from '@relato/contract';
import type { Database } from '@relato/db';
import { createLimitCounts, type LimitCounts, type Usage as Counted } from './limit-counts.ts';

/** A `wide` subject is a group of networks, with `wideShare` times the limit of a single one. */
type Scope = 'own' | 'wide';

export interface RateLimiter {
  /** Counts one call of a subject, such as a network or an account. Throws a RateLimitedError beyond the limit. */
  readonly consume: (name: RateLimitName, subject: string, scope?: Scope) => Promise<void>;
  /** Throws a RateLimitedError with this code if the limit is used up. Counts nothing. */
  readonly requireRoom: (name: RateLimitName, subject: string, code?: LimitCode) => Promise<void>;
  /** Throws a RateLimitedError if this process knows, without the database, that the limit is used up. Counts nothing. */
  readonly requireKnownRoom: (name: RateLimitName, subject: string) => void;
  /** Counts an event, also beyond the limit. */
  readonly count: (name: RateLimitName, subject: string) => Promise<void>;
  /** Reverts one count. */
  readonly giveBack: (name: RateLimitName, subject: string, scope?: Scope) => Promise<void>;
  /** Returns how much a subject has used, and how long that counts. */
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

/** Counts a call as `consume` does. Returns false beyond the limit, for work that is then skipped silently. */
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

/**
 * Counts a call under all of these limits, or under none if one is used up. Returns a function that reverts it. Throws a
 * RateLimitedError with this code.
 */
export async function consumeAll(
  limiter: Pick<RateLimiter, 'consume' | 'giveBack'>,
  wanted: readonly (readonly [RateLimitName, string])[],
  code: LimitCode,
): Promise<() => Promise<void>> {
  const giveBack = async (count: number) => {
    for (const [name, subject] of wanted.slice(0, count)) await limiter.giveBack(name, subject);
  };
  for (const [index, [name, subject]] of wanted.entries()) {
    try {
      await limiter.consume(name, subject);
    } catch (error) {
      await giveBack(index);
      throw error instanceof RateLimitedError ? new RateLimitedError(error.retryAfterSeconds, code) : error;
    }
  }
  return () => giveBack(wanted.length);
}

/** Keys are hashed, so that no e-mail and IP addresses are stored. */
const toKey = (subject: string): string =>
  createHash('sha256').update(subject).digest('base64url').slice(0, 22);

/**
 * Creates a rate limiter that counts as each limit defines: in the database at each call, or in the process and in batches.
 * While the database is unreachable, each process counts by itself.
 */
export function createRateLimiter(database: Pick<Database, 'sql'>): RateLimiter {
  const names = Object.keys(rateLimits) as RateLimitName[]; // the keys of a constant
  const counts = createLimitCounts(database);
  const toLimiters = (scope: Scope) =>
    new Map(names.map((name) => [name, createOne(counts, name, rateLimits[name], scope)]));
  const limiters = { own: toLimiters('own'), wide: toLimiters('wide') };
  const limiterOf = (name: RateLimitName, scope: Scope = 'own') => {
    const limiter = limiters[scope].get(name);
    if (!limiter) throw new Error(`There is no limit ${name}`);
    return limiter;
  };
  return {
    consume: (name, subject, scope) => limiterOf(name, scope).consume(subject),
    requireRoom: async (name, subject, code) => requireLeft(name, await limiterOf(name).read(subject), code),
    requireKnownRoom: (name, subject) => requireLeft(name, limiterOf(name).getKnown(subject)),
    count: (name, subject) => limiterOf(name).add(subject, 1),
    giveBack: (name, subject, scope) => limiterOf(name, scope).add(subject, -1),
    readUsage: async (name, subject) => {
      const counted = await limiterOf(name).read(subject);
      const used = counted?.used ?? 0;
      return {
        used,
        isUsedUp: used >= rateLimits[name].calls,
        resetsInSeconds: Math.ceil((counted?.leftMs ?? 0) / 1_000),
      };
    },
    charge: (name, subject, points) => limiterOf(name).add(subject, points),
    deleteExpired: async () => {
      await database.sql({
        name: 'rate-limits-expired',
        text: 'DELETE FROM rate_limits WHERE expire < extract(epoch FROM statement_timestamp()) * 1000',
        values: [],
        pool: 'write',
      });
    },
    flush: counts.flush,
  };
}

function requireLeft(name: RateLimitName, counted: Counted | null, code?: LimitCode): void {
  if (counted && counted.used >= rateLimits[name].calls)
    throw new RateLimitedError(Math.ceil(counted.leftMs / 1_000), code);
}

function createOne(
  counts: LimitCounts,
  name: string,
  { calls, windowSeconds, counted }: RateLimit,
  scope: Scope,
) {
  const points = scope === 'wide' ? calls * wideShare : calls;
  const prefix = scope === 'wide' ? `${name}-wide` : name;
  return counts.createLimiter({
    toKey: (subject) => `${prefix}:${toKey(subject)}`,
    points,
    durationMs: windowSeconds * 1_000,
    maxUnsent: counted === 'inBatches' ? Math.max(1, Math.floor(points * batchShare)) : 0,
  });
}
