import type { ErrorCode } from '@relato/contract';
import { createMiddleware } from 'hono/factory';
import type { Load, LoadGate } from '../load-gate.ts';

/** The answer to a call past the capacity. */
export const overloaded = {
  status: 503,
  body: { error: 'UNAVAILABLE' satisfies ErrorCode },
  headers: { 'Retry-After': '2' },
} as const;

/** A search in the input of a query, as `encodeURIComponent` writes it. */
const searchText = /%22search%22%3A%22(?!%22)/i;

const toLoad = (method: string, url: string): Load =>
  method === 'POST' || searchText.test(url) ? 'first' : 'read';

/** Admits a query and returns the function that ends it, or returns null if there is too much work. */
export const enterGate = (gate: LoadGate, query: string): (() => void) | null =>
  gate.enter(toLoad('GET', query));

/**
 * Refuses calls past the capacity of the process with 503: first writes and searches, then reads. A call counts from when
 * its body has arrived until its answer is made, so that neither slow senders nor slow readers take the place of others.
 */
export const shedLoad = (gate: LoadGate) =>
  createMiddleware(async (c, next) => {
    const refuse = () => c.json(overloaded.body, overloaded.status, overloaded.headers);
    const load = toLoad(c.req.method, c.req.url);
    if (gate.isFull(load)) return refuse();
    // Kept by the request for whoever reads it next.
    if (c.req.method === 'POST') await c.req.text();
    const leave = gate.enter(load);
    if (!leave) return refuse();
    try {
      return await next();
    } finally {
      leave();
    }
  });
