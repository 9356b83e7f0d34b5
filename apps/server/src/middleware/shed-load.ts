import { searchesText, type Queries } from '@relato/api';
import { codeOf, limits, type ErrorCode } from '@relato/contract';
import { createMiddleware } from 'hono/factory';
import { retrySoon } from '../http/refusal-answer.ts';

/** `first` contains the calls that are refused first: writes and searches. */
export type Load = 'read' | 'first';

export interface LoadGate {
  /** Returns whether `enter` would refuse now. */
  readonly isFull: (load: Load) => boolean;
  /**
   * Admits the calls of a request and returns the function that ends them, or null if there is too much work. Each call
   * takes a place, because the answers of a batch are in memory together.
   */
  readonly enter: (load: Load, calls?: number) => (() => void) | null;
}

/**
 * The minimum and the maximum of work in flight. The duration of reads sets the bound between them. Two tabs of one user send
 * some twenty calls at once, beside which the user's changes must fit also on a slow machine.
 */
const minInFlight = 64;
const maxInFlight = 512;
const startInFlight = 128;
/** The share for writes and searches. The rest is for reads. */
const firstShare = 0.5;
/** Reads take some milliseconds. A slower one has waited for the processor or for a connection. */
const slowMs = 300;
const quickMs = 150;
/** One slow moment makes many reads slow, and lowers the bound only once. */
const lowerEveryMs = 100;
const lowerBy = 0.8;
const raiseBy = 0.1;

/**
 * Limits the work in flight, so that a machine past its capacity answers the admitted calls within a second and refuses the
 * others at once. The bound follows the duration of reads, as that of TCP follows losses: it falls by a fifth while reads
 * are slow, and rises slowly while they are quick and the gate is full. Searches and writes also wait for other reasons,
 * such as the hash of a password, and say nothing about the load.
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
 * Admits queries and returns the function that ends them, or null if there is too much work. Looks at their parsed inputs,
 * because a client may write the same text in many ways.
 */
export const enterGate = (gate: LoadGate, { calls }: Queries): (() => void) | null =>
  gate.enter(calls.some(({ input }) => searchesText(input)) ? 'first' : 'read', calls.length);

/** Counts the calls in a path, also with encoded commas. A batch over its limit is refused without any answer. */
const countCalls = (path: string): number => Math.min(path.split(/,|%2c/i).length, limits.batch.maxCalls);

/** Matches calls that are all of the account. They may wait for the hash of a password, in a queue with a limit of its own. */
const accountCalls = /^\/trpc\/account\.\w+(?:,account\.\w+)*$/;

/**
 * Admits changes like `enterGate`. Calls of the account take no place while they run, because a flood of sign-ins, of which
 * two are hashed at a time, would block all other changes and searches.
 */
function enterForChange(gate: LoadGate, path: string): (() => void) | null {
  const leave = gate.enter('first', countCalls(path));
  if (!leave || !accountCalls.test(path)) return leave;
  leave();
  return () => {};
}

/** Resolves with false if the client disconnected in the middle, which gets no answer and is no failure of ours. */
const hasWholeBody = (req: { readonly text: () => Promise<string> }): Promise<boolean> =>
  req.text().then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ECONNRESET') return false;
      throw error;
    },
  );

/**
 * Refuses calls past the capacity of the process with 503: first writes and searches, then reads. A call counts from the end
 * of its body to the completion of its answer, so that slow senders and slow readers take no place. Only changes arrive
 * here, and queries in forms that our clients do not use, which may be searches.
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
