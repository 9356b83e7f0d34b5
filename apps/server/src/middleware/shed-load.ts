import { searchesText, type Queries } from '@relato/api';
import { limits, type ErrorCode } from '@relato/contract';
import { createMiddleware } from 'hono/factory';
import { retrySoon } from '../http/refusal-answer.ts';

/** `first` is refused first: writes and searches. */
export type Load = 'read' | 'first';

export interface LoadGate {
  /** Returns whether `enter` would refuse now. */
  readonly isFull: (load: Load) => boolean;
  /**
   * Admits the calls of a request and returns the function that ends them, or returns null if there is too much work. Each
   * takes a place: the answers to a batch are in memory together.
   */
  readonly enter: (load: Load, calls?: number) => (() => void) | null;
}

/** The work in flight that is always admitted, and the most that is. Between them, the duration of reads decides. */
const minInFlight = 32;
const maxInFlight = 512;
const startInFlight = 128;
/** The part of it that writes and searches may fill: the rest is for reads. */
const firstShare = 0.5;
/** Reads take some milliseconds. What takes this long has waited for the processor or for a connection. */
const slowMs = 300;
const quickMs = 150;
/** One slow moment is many slow reads, and lowers the bound once. */
const lowerEveryMs = 100;
const lowerBy = 0.8;
const raiseBy = 0.1;

/**
 * Bounds the work in flight, so that past the capacity of the machine what is admitted is still answered within a second,
 * and the rest at once. The bound follows the duration of reads, as TCP's follows losses: it falls by a fifth while they are
 * slow and rises slowly while they are quick and the bound is needed. Searches and writes have waits of their own, such as
 * the hash of a password, and say nothing about the load.
 */
export function createLoadGate(now: () => number = () => performance.now()): LoadGate {
  let bound = startInFlight;
  let inFlight = 0;
  let loweredAtMs = Number.NEGATIVE_INFINITY;

  const isFull = (load: Load): boolean =>
    inFlight >= Math.floor(load === 'read' ? bound : bound * firstShare);

  function learn(durationMs: number, inFlightBefore: number): void {
    if (durationMs > slowMs && now() - loweredAtMs >= lowerEveryMs) {
      loweredAtMs = now();
      bound = Math.max(minInFlight, bound * lowerBy);
    } else if (durationMs < quickMs && inFlightBefore > bound / 2) {
      bound = Math.min(maxInFlight, bound + raiseBy);
    }
  }

  return {
    isFull,
    enter: (load, calls = 1) => {
      if (isFull(load)) return null;
      inFlight += calls;
      const startedAtMs = now();
      return () => {
        if (load === 'read') learn(now() - startedAtMs, inFlight);
        inFlight -= calls;
      };
    },
  };
}

/** The answer to a call past the capacity. */
export const overloaded = {
  status: 503,
  body: { error: 'UNAVAILABLE' satisfies ErrorCode },
  headers: retrySoon,
} as const;

/**
 * Admits queries and returns the function that ends them, or returns null if there is too much work. Reads their inputs and
 * not their text, which a client may write in many ways.
 */
export const enterGate = (gate: LoadGate, { calls }: Queries): (() => void) | null =>
  gate.enter(calls.some(({ input }) => searchesText(input)) ? 'first' : 'read', calls.length);

/** The calls that a path names, also with coded commas. More than a batch may have are refused without an answer to any. */
const countCalls = (path: string): number => Math.min(path.split(/,|%2c/i).length, limits.batch.maxCalls);

/** Calls of the account alone: they may wait for the hash of a password, in a queue with a bound of its own. */
const accountCalls = /^\/trpc\/account\.\w+(?:,account\.\w+)*$/;

/**
 * Admits changes as `enterGate` admits queries. Calls of the account take no place while they run: a flood of sign-ins, of
 * which two are hashed at a time, would keep out all other changes and searches.
 */
function enterForChange(gate: LoadGate, path: string): (() => void) | null {
  const leave = gate.enter('first', countCalls(path));
  if (!leave || !accountCalls.test(path)) return leave;
  leave();
  return () => {};
}

/** Resolves with false if the client went away in the middle: it gets no answer, and it is no failure of ours. */
const hasWholeBody = (req: { readonly text: () => Promise<string> }): Promise<boolean> =>
  req.text().then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return false;
      throw error;
    },
  );

/**
 * Refuses calls past the capacity of the process with 503: first writes and searches, then reads. A call counts from when
 * its body has arrived until its answer is made, so that neither slow senders nor slow readers take the place of others. What
 * comes here is a change, or a query that none of our clients writes, which may be a search.
 */
export const shedLoad = (gate: LoadGate) =>
  createMiddleware(async (c, next) => {
    const refuse = () => c.json(overloaded.body, overloaded.status, overloaded.headers);
    if (gate.isFull('first')) return refuse();
    // The request keeps the text for the handler.
    if (c.req.method === 'POST' && !(await hasWholeBody(c.req))) return c.body(null, 400);
    const { method, path } = c.req;
    const leave = method === 'POST' ? enterForChange(gate, path) : gate.enter('first', countCalls(path));
    if (!leave) return refuse();
    try {
      return await next();
    } finally {
      leave();
    }
  });
