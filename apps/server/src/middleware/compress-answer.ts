import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createMiddleware } from 'hono/factory';

const compress = promisify(gzip);
/** A smaller answer fits into one packet without compression. */
const minBytes = 1_024;
const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/**
 * Compresses answers to queries from our own pages only. The length of a compressed answer reveals whether a guess in
 * the request also occurs in the answer (BREACH), so answers to other sites are sent uncompressed. Sec-Fetch-Site says
 * which site asks, and pages cannot set it.
 */
export const compressAnswers = createMiddleware(async (c, next) => {
  await next();
  c.res.headers.append('Vary', 'Accept-Encoding');
  const isOwnQuery = c.req.method === 'GET' && c.req.header('sec-fetch-site') === 'same-origin';
  if (!isOwnQuery || !acceptsGzip.test(c.req.header('accept-encoding') ?? '')) return;
  const body = Buffer.from(await c.res.arrayBuffer());
  if (body.byteLength < minBytes) {
    c.res = new Response(body, c.res);
    return;
  }
  c.res = new Response(await compress(body), c.res);
  c.res.headers.set('Content-Encoding', 'gzip');
  c.res.headers.delete('Content-Length');
});
