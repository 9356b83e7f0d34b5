import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface SignedRequest {
  readonly method: string;
  /** The path as sent, with the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

export interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const maxSkewMs = 15 * 60_000;
const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Checks a signature of version 4 according to the reference. Returns the code of the error, or null. Source:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function findSignatureError(request: SignedRequest, keys: Keys, nowMs: number): string | null {
  const { headers, body } = request;
  const [, id, day, region, names, given] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (names === undefined || day === undefined || region === undefined) return 'AccessDenied';
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== keys.region) return 'AuthorizationHeaderMalformed';
  const date = String(headers['x-amz-date']);
  const atMs = Date.parse(
    date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (!date.startsWith(day) || Number.isNaN(atMs)) return 'AccessDenied';
  if (Math.abs(atMs - nowMs) > maxSkewMs) return 'RequestTimeTooSkewed';
  const sha256 = headers['x-amz-content-sha256'];
  const signedNames = names.split(';');
  if (!signedNames.includes('host') || typeof sha256 !== 'string') return 'AccessDenied';
  if (sha256 !== 'UNSIGNED-PAYLOAD' && sha256 !== hash(body)) return 'XAmzContentSHA256Mismatch';
  const canonical = [
    request.method,
    request.path.split('?')[0],
    toCanonicalQuery(request.path),
    ...signedNames.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    sha256,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${keys.secretAccessKey}`,
  );
  return hmac(key, text).toString('hex') === given ? null : 'SignatureDoesNotMatch';
}

const toCanonicalQuery = (path: string): string =>
  [...new URL(path, 'http://127.0.0.1').searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('&');

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
