import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { accepts } from '../http/accepted-encodings.ts';
import type { RequestHead } from './request-head.ts';

const compress = promisify(gzip);
/** A smaller answer fits into one packet without compression. */
const minBytes = 1_024;

/** A body, and its compressed form once a client has asked for it. */
export interface AnswerBody {
  readonly plain: Buffer | string;
  gzipped?: Promise<Buffer>;
}

/**
 * Compresses answers to queries from our own pages only. The length of a compressed answer reveals whether a guess in
 * the request also occurs in the answer (BREACH), so answers to other sites are sent uncompressed. Sec-Fetch-Site says
 * which site asks, and pages cannot set it. Returns null for an answer that stays as it is.
 */
export function compressAnswer({ req }: RequestHead, body: AnswerBody): Promise<Buffer> | null {
  const isOwnQuery = req.method === 'GET' && req.header('sec-fetch-site') === 'same-origin';
  if (!isOwnQuery || !accepts(req.header('accept-encoding') ?? '', 'gzip')) return null;
  if (Buffer.byteLength(body.plain) < minBytes) return null;
  body.gzipped ??= compress(body.plain);
  return body.gzipped;
}
