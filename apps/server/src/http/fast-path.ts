import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastAnswer, FastRoute, Reply } from './fast-route.ts';
import { startRequestLog, type RequestWatchers } from '../middleware/request-log.ts';
import type { RequestHead } from '../middleware/request-head.ts';
import { isForeignChange, type OwnHostCheck, type OwnOriginCheck } from '../middleware/same-origin.ts';
import { toSecurityHeaders } from '../middleware/security-headers.ts';
import { retrySoon, toRefusal } from './refusal-answer.ts';
import { withRequestId } from './request-id.ts';

/** Answers a request, or returns false to leave it to the app. */
export type FastPath = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

interface FastPathOptions extends RequestWatchers {
  readonly publicUrl: string;
  readonly isOwnHost: OwnHostCheck;
  readonly isOwnOrigin: OwnOriginCheck;
}

/** A host that needs no parser: the app refuses those that are none. */
const plainHost = /^[\w.-]+(?::\d{1,5})?$/;

const methods = new Set(['GET', 'HEAD', 'POST']);
const bodyHeaders = ['content-length', 'transfer-encoding'] as const;

/**
 * The fast path of some routes: they are answered on node's request and response, because the web layer's own Request, Response,
 * Headers and streams cost more than these answers themselves. The checks are those of the app: what one of them refuses, and
 * whatever is unusual, is left to the app, which says why.
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
    // The web layer bounds a body that no route reads; here node would take in any amount of it.
    if (method !== 'POST' && bodyHeaders.some((name) => headers[name] !== undefined)) return false;
    const queryAt = url.indexOf('?');
    const path = queryAt < 0 ? url : url.slice(0, queryAt);
    const query = queryAt < 0 ? '' : url.slice(queryAt + 1);
    const req = { method, path, header: (name: string) => headers[name]?.toString() };
    const head = { req, env: { incoming } };
    const answer = findAnswer(routes, head, query);
    if (!answer || !isOwnHost(head) || isForeignChange(head, isOwnOrigin)) return false;

    withRequestId((requestId) => {
      const logRequest = startRequestLog({ logger, metrics }, head);
      const reply: Reply = (status, more) => {
        logRequest(status);
        const retry = status === 503 ? retrySoon : null;
        return outgoing.writeHead(status, {
          ...securityHeaders,
          ...retry,
          ...more,
          'X-Request-Id': requestId,
        });
      };
      answer({ ...head, requestId }, reply).catch((error: unknown) => {
        const refusal = toRefusal(error);
        if (refusal.status >= 500) logger.error({ err: error }, 'request failed');
        if (outgoing.headersSent) {
          // The rest of the body is missing, which the client notices by the length.
          outgoing.destroy();
          return;
        }
        const body = JSON.stringify(refusal.body);
        const type = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
        reply(refusal.status, { ...type, ...refusal.headers }).end(body);
      });
    });
    return true;
  };
}

function findAnswer(routes: readonly FastRoute[], request: RequestHead, query: string): FastAnswer | null {
  for (const route of routes) {
    const answer = route(request, query);
    if (answer) return answer;
  }
  return null;
}
