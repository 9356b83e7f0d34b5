import type { Calls } from '@relato/api';
import type { ErrorCode } from '@relato/contract';
import { createMiddleware } from 'hono/factory';
import type { LoadGate } from '../load-gate.ts';

/** The answer to a call past the capacity. */
export const overloaded = {
  status: 503,
  body: { error: 'UNAVAILABLE' satisfies ErrorCode },
  headers: { 'Retry-After': '2' },
} as const;

const isSearch = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'search' in input && Boolean(input.search);

/**
 * Admits queries and returns the function that ends them, or returns null if there is too much work. Reads their inputs and
 * not their text, which a client may write in many ways.
 */
export const enterGate = (gate: LoadGate, { calls }: Calls): (() => void) | null =>
  gate.enter(calls.some(({ getInput }) => isSearch(getInput())) ? 'first' : 'read');

/** Calls of the account may wait for the hash of a password, in a queue with a bound of its own. */
const accountCall = /\baccount\./;

/**
 * Admits changes as `enterGate` admits queries. Those of the account take no place while they run: a flood of sign-ins, of
 * which two are hashed at a time, would keep everybody else's changes and searches out.
 */
export function enterForChange(gate: LoadGate, path: string): (() => void) | null {
  const leave = gate.enter('first');
  if (!leave || !accountCall.test(path)) return leave;
  leave();
  return () => {};
}

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
    if (c.req.method === 'POST') await c.req.text();
    const leave = c.req.method === 'POST' ? enterForChange(gate, c.req.path) : gate.enter('first');
    if (!leave) return refuse();
    try {
      return await next();
    } finally {
      leave();
    }
  });
