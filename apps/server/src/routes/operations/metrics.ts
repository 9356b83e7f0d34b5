import { createHash, timingSafeEqual } from 'node:crypto';
import type { Services } from '@relato/api';
import { DomainError } from '@relato/contract';
import { Hono } from 'hono';
import { figureReaderOf } from '../../metrics/shared-figures.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { RoutePolicies } from '../../middleware/authorize-route.ts';
import { createProxyCheck } from '../../middleware/client-network.ts';
import type { RequestHead } from '../../middleware/request-head.ts';

export const metricsPolicies = {
  'GET /metrics': {
    description:
      'figures for Prometheus, with METRICS_TOKEN; without that setting for programs of this machine',
    caller: 'anyone',
  },
} as const satisfies RoutePolicies;

const isFromThisMachine = createProxyCheck(['127.0.0.0/8', '::1']);
/** A proxy on this machine sends some of these, or passes on the name of the site. */
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];
const localHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/;

const isDirectAndLocal = (head: RequestHead): boolean =>
  isFromThisMachine(head) &&
  forwardingHeaders.every((name) => head.req.header(name) === undefined) &&
  localHost.test(head.req.header('host') ?? '');

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `/metrics` answers 404, unless the caller has the token or is on this machine. */
export function metricsRoutes(
  services: Pick<Services, 'database' | 'jobs' | 'disk' | 'live' | 'storage'>,
  metrics: Metrics,
  token: string | undefined,
): Hono {
  const readFigures = figureReaderOf(metrics, services);
  const expected = token === undefined ? null : hash(`Bearer ${token}`);
  const mayRead = (head: RequestHead): boolean =>
    expected === null
      ? isDirectAndLocal(head)
      : timingSafeEqual(expected, hash(head.req.header('authorization') ?? ''));

  return new Hono().get('/metrics', async (c) => {
    if (!mayRead(c)) throw new DomainError('NOT_FOUND');
    await readFigures();
    return c.body(await metrics.print(), 200, { 'Content-Type': metrics.contentType });
  });
}
