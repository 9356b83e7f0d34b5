import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { AppEnv } from '../app.ts';

/** Logs one line per request, without query and headers: they may hold tokens and texts of users. */
export const requestLog = (logger: Logger) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const startedAt = performance.now();
    await next();
    const durationMs = Math.round(performance.now() - startedAt);
    const { method, path } = c.req;
    logger.info({ method, path, status: c.res.status, durationMs }, 'request');
  });
