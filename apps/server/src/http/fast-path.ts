import type { IncomingMessage, ServerResponse } from 'node:http';
import { startRequestLog, type RequestWatchers } from '../middleware/request-log.ts';
import type { RequestHead } from '../middleware/request-head.ts';
import { isForeignChange, type OwnHostCheck, type OwnOriginCheck } from '../middleware/same-origin.ts';
import { toSecurityHeaders } from '../middleware/security-headers.ts';
import { retrySoon, toRefusal } from './refusal-answer.ts';
import { withRequestId } from './request-id.ts';

/** Answers a request, or returns false to pass it to the app. */
export type FastPath = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/**
 * Returns the function that answers a request with this method, path and query as sent, or null to pass the request to
 * another route or the app.
 */
export type FastRoute = (request: RequestHead, query: string) => FastAnswer | null;

/** If it throws, the app answers with that error. */
type FastAnswer = (requestId: string) => Promise<FastReply> | FastReply;

/** Sent with its length, the request id and the security headers. A function as the body writes and ends the answer itself. */
export interface FastReply {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer | string | null | ((outgoing: ServerResponse) => void);
}

interface FastPathOptions extends RequestWatchers {
  readonly publicUrl: string;
  readonly isOwnHost: OwnHostCheck;
  readonly isOwnOrigin: OwnOriginCheck;
}

/** Matches hosts that need no parser. The app refuses invalid ones. */
const plainHost = /^[\w.-]+(?::\d{1,5})?$/;

const methods = new Set(['GET', 'HEAD', 'POST']);
const bodyHeaders = ['content-length', 'transfer-encoding'] as const;

/**
 * Answers some routes on node's request and response, because the Request, Response, Headers and streams of the web layer
 * cost more than these answers. The checks are those of the app. Requests that a check refuses, and unusual ones, go to the
 * app, which explains the refusal.
 */
export function createFastPath(
  { logger, metrics, publicUrl, isOwnHost, isOwnOrigin }: FastPathOptions,
  routes: readonly FastRoute[],
): FastPath {
  const securityHeaders = toSecurityHeaders(publicUrl);

  return (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    if (!methods.has(method)) return false;
    if (headers.upgrade !== undefined || !plainHost.test(headers.host ?? '')) return false;
    // The web layer limits a body that no route reads, but node would accept any amount of it.
    if (method !== 'POST' && bodyHeaders.some((name) => headers[name] !== undefined)) return false;
    const queryAt = url.indexOf('?');
    const path = queryAt < 0 ? url : url.slice(0, queryAt);
    const query = queryAt < 0 ? '' : url.slice(queryAt + 1);
    const req = { method, path, header: (name: string) => headers[name]?.toString() };
    const head = { req, env: { incoming } };
    const [answer] = routes.flatMap((route) => route(head, query) ?? []);
    if (!answer || !isOwnHost(head) || isForeignChange(head, isOwnOrigin)) return false;

    void withRequestId(async (requestId) => {
      const logRequest = startRequestLog({ logger, metrics }, head);
      const { status, headers: more, body } = await toReply(answer, requestId);
      logRequest(status);
      const isWhole = body !== null && typeof body !== 'function';
      outgoing.writeHead(status, {
        ...securityHeaders,
        ...(status === 503 && retrySoon),
        ...(isWhole && { 'Content-Length': Buffer.byteLength(body) }),
        ...more,
        'X-Request-Id': requestId,
      });
      if (typeof body === 'function') body(outgoing);
      else outgoing.end(body);
    });
    return true;
  };

  async function toReply(answer: FastAnswer, requestId: string): Promise<FastReply> {
    try {
      return await answer(requestId);
    } catch (error) {
      const { status, headers, body } = toRefusal(error);
      if (status >= 500) logger.error({ err: error }, 'request failed');
      return {
        status,
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      };
    }
  }
}
