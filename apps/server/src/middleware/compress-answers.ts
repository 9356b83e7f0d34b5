import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createMiddleware } from 'hono/factory';

const compress = promisify(gzip);
/** Less than that fits into one packet either way. */
const minBytes = 1_024;
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/**
 * Compresses the answers to queries of our own pages. The length of a compressed answer tells whether a guess that the
 * asker put into it stands elsewhere in it, so what another site's page asks for is sent as it is. Browsers name the
 * asking page in a header that no page can set.
 */
export const compressedAnswers = createMiddleware(async (c, next) => {
  await next();
  c.res.headers.append('Vary', 'Accept-Encoding');
  const isOwnQuery = c.req.method === 'GET' && c.req.header('sec-fetch-site') === 'same-origin';
  if (!isOwnQuery || !takesGzip.test(c.req.header('accept-encoding') ?? '')) return;
  const body = Buffer.from(await c.res.arrayBuffer());
  if (body.byteLength < minBytes) {
    c.res = new Response(body, c.res);
    return;
  }
  c.res = new Response(await compress(body), c.res);
  c.res.headers.set('Content-Encoding', 'gzip');
  c.res.headers.delete('Content-Length');
});
