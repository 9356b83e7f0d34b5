import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { AppEnv } from '../http/app-env.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { RequestHead } from './request-head.ts';

export interface RequestWatchers {
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'countRequest'>;
}

/**
 * Starts to time a request. Returns the function that counts it and logs one line, without query and headers, which may
 * contain tokens and texts of users.
 */
export function startRequestLog(
  { logger, metrics }: RequestWatchers,
  { req: { method, path } }: RequestHead,
): (status: number) => void {
  const startedAt = performance.now();
  return (status) => {
    const durationMs = performance.now() - startedAt;
    metrics.countRequest({ method, path, status, durationMs });
    logger.info({ method, path, status, durationMs: Math.round(durationMs) }, 'request');
  };
}

export const requestLog = (watchers: RequestWatchers) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const log = startRequestLog(watchers, c);
    await next();
    log(c.res.status);
  });
