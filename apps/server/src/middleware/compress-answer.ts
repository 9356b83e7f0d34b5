import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { accepts } from '../http/accepted-encodings.ts';
import type { RequestHead } from './request-head.ts';

const compress = promisify(gzip);
/** Smaller answers fit into one packet without compression. */
const minBytes = 1_024;

/** A body, and its compressed form after the first client that accepts it. */
export interface AnswerBody {
  readonly plain: Buffer | string;
  gzipped?: Promise<Buffer>;
}

/**
 * Compresses answers to queries from our own pages only. The length of a compressed answer reveals whether a guess in the
 * request also occurs in the answer (BREACH), so answers to other sites stay uncompressed. Sec-Fetch-Site names the site of
 * the request, and pages cannot set it. Returns null for an answer that is not compressed.
 */
export function compressAnswer({ req }: RequestHead, body: AnswerBody): Promise<Buffer> | null {
  const isOwnQuery = req.method === 'GET' && req.header('sec-fetch-site') === 'same-origin';
  if (!isOwnQuery || !accepts(req.header('accept-encoding') ?? '', 'gzip')) return null;
  if (Buffer.byteLength(body.plain) < minBytes) return null;
  body.gzipped ??= compress(body.plain);
  return body.gzipped;
}
