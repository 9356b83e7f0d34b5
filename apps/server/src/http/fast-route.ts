import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { RequestHead } from '../middleware/request-head.ts';

/**
 * Returns the function that answers a request with this method, path and query as they were sent, or null if the request is
 * for another route or for the app.
 */
export type FastRoute = (request: RequestHead, query: string) => FastAnswer | null;

/** Answers a request. What it throws before `reply` is answered as the app answers it. */
export type FastAnswer = (request: FastRequest, reply: Reply) => Promise<void>;

interface FastRequest extends RequestHead {
  readonly requestId: string;
}

/**
 * Sends status and headers, with the request id and the security headers, and logs the request. Returns where the body
 * goes.
 */
export type Reply = (status: number, headers: OutgoingHttpHeaders) => ServerResponse;
