import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { AppEnv } from '../app.ts';
import type { RequestHead } from './request-head.ts';

/**
 * Starts the time of a request and returns what logs its one line, without query and headers: they may hold tokens and
 * texts of users.
 */
export function startRequestLog(logger: Logger, { req: { method, path } }: RequestHead) {
  const startedAt = performance.now();
  return (status: number): void => {
    logger.info({ method, path, status, durationMs: Math.round(performance.now() - startedAt) }, 'request');
  };
}

export const requestLog = (logger: Logger) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const log = startRequestLog(logger, c);
    await next();
    log(c.res.status);
  });
