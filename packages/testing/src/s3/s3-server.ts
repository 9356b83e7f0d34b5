import { createHash } from 'node:crypto';
import {
  startLoopback,
  type Loopback,
  type LoopbackAnswer,
  type LoopbackRequest,
} from '../network/loopback.ts';
import { findSignatureError, type Keys } from './signature.ts';

export type S3Step = 'put' | 'get' | 'head' | 'delete' | 'list' | 'bucket';

interface StandInObject {
  readonly content: Buffer;
  readonly writtenAt: Date;
}

export interface StandInS3 extends Loopback<S3Step> {
  readonly keys: Keys;
  readonly bucket: string;
  readonly objects: Map<string, StandInObject>;
  /** The behaviour of the server until the next change. */
  readonly state: {
    isReadOnly: boolean;
    isFull: boolean;
    isPublic: boolean;
    /** Strangers may list the objects without reading them. */
    isListed: boolean;
    hasBucket: boolean;
    /** The server answers strangers with 503 SlowDown. */
    isShy: boolean;
    /** The server answers every request with 503 SlowDown. */
    isBusy: boolean;
    /** The ETags are not MD5 hashes, as in buckets whose objects have keys of their own. */
    hasOwnEtags: boolean;
    /** The lead of the store's clock. */
    clockAheadMs: number;
    pageSize: number;
  };
}

/** The characters in its tokens that signatures and XML often get wrong. */
const tokenMark = '&+/=~';

const statuses: Readonly<Record<string, number>> = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  BadDigest: 400,
  InvalidAccessKeyId: 403,
  InvalidRange: 416,
  MethodNotAllowed: 405,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  PreconditionFailed: 412,
  QuotaExceeded: 403,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
};

/** Starts a stand-in for an S3 store on 127.0.0.1, with the bucket in the path. It refuses unsigned requests. */
export async function startStandInS3({ port }: { readonly port?: number } = {}): Promise<StandInS3> {
  const keys: Keys = {
    accessKeyId: 'AKIASTANDIN',
    secretAccessKey: 'un/secreto+de/prueba',
    region: 'eu-prueba-1',
  };
  const bucket = 'voces';
  const objects = new Map<string, StandInObject>();
  const state: StandInS3['state'] = {
    isReadOnly: false,
    isFull: false,
    isPublic: false,
    isListed: false,
    hasBucket: true,
    isShy: false,
    isBusy: false,
    hasOwnEtags: false,
    clockAheadMs: 0,
    pageSize: 1_000,
  };
  const now = (): Date => new Date(Date.now() + state.clockAheadMs);

  function refuse(code: string, method: string): LoopbackAnswer {
    const region = code === 'AuthorizationHeaderMalformed' ? `<Region>${keys.region}</Region>` : '';
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message>${region}</Error>`;
    const headers = { 'content-type': 'application/xml', date: now().toUTCString() };
    return { status: statuses[code] ?? 400, headers, body: method === 'HEAD' ? '' : body };
  }

  function answer(request: LoopbackRequest<S3Step>): LoopbackAnswer {
    const { method, path, step } = request;
    const code = findError(request);
    if (code !== null) return refuse(code, method);
    const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
    if (step === 'bucket') return {};
    if (step === 'list') return list(searchParams);
    const key = decodeURIComponent(pathname.slice(bucket.length + 2));
    return method === 'PUT' ? put(key, request) : take(key, request);
  }

  function findError(request: LoopbackRequest<S3Step>): string | null {
    const { method, path, step } = request;
    if (state.isBusy) return 'SlowDown';
    const isStranger = request.headers.authorization === undefined;
    if (isStranger && state.isShy) return 'SlowDown';
    const mayRead = isStranger && ((state.isPublic && step === 'get') || (state.isListed && step === 'list'));
    const wrong = mayRead ? null : findSignatureError(request, keys, now().getTime());
    if (wrong !== null) return wrong;
    const isOwn = new RegExp(`^/${bucket}(?:[/?]|$)`).test(path);
    if (step === null) return 'MethodNotAllowed';
    if (!isOwn || !state.hasBucket) return 'NoSuchBucket';
    const writes = method === 'PUT' || method === 'DELETE';
    return state.isReadOnly && writes ? 'AccessDenied' : null;
  }

  function put(key: string, { headers, body, method }: LoopbackRequest<S3Step>): LoopbackAnswer {
    const md5 = createHash('md5').update(body);
    const given = headers['content-md5'];
    const digest = md5.digest();
    if (given !== undefined && given !== digest.toString('base64')) return refuse('BadDigest', method);
    if (state.isFull) return refuse('QuotaExceeded', method);
    objects.set(key, { content: body, writtenAt: now() });
    return { headers: { etag: etagOf(body) } };
  }

  const etagOf = (content: Buffer): string =>
    `"${createHash('md5')
      .update(state.hasOwnEtags ? 'own' : '')
      .update(content)
      .digest('hex')}"`;

  function take(key: string, { method, headers }: LoopbackRequest<S3Step>): LoopbackAnswer {
    const object = objects.get(key);
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    if (!object) return refuse('NoSuchKey', method);
    const { content, writtenAt } = object;
    const etag = etagOf(content);
    if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
      return refuse('PreconditionFailed', method);
    const known = { etag, 'last-modified': writtenAt.toUTCString(), 'accept-ranges': 'bytes' };
    if (method === 'HEAD') return { headers: { ...known, 'content-length': String(content.length) } };
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (first === undefined)
      return { headers: { ...known, 'content-length': String(content.length) }, body: content };
    const start = Number(first);
    if (start >= content.length) return refuse('InvalidRange', method);
    const end = last === '' ? content.length - 1 : Math.min(Number(last), content.length - 1);
    return {
      status: 206,
      headers: {
        ...known,
        'content-length': String(end - start + 1),
        'content-range': `bytes ${start}-${end}/${content.length}`,
      },
      body: content.subarray(start, end + 1),
    };
  }

  function list(query: URLSearchParams): LoopbackAnswer {
    const size = Math.min(state.pageSize, Number(query.get('max-keys') ?? 1_000));
    const after = query.get('continuation-token')?.slice(tokenMark.length) ?? query.get('start-after') ?? '';
    const found = [...objects]
      .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const page = found.slice(0, size);
    const isCut = found.length > page.length;
    const entries = page.map(
      ([key, { content, writtenAt }]) =>
        `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified><ETag>&quot;${etagOf(content)}&quot;</ETag><Size>${content.length}</Size></Contents>`,
    );
    const token = isCut
      ? `<NextContinuationToken>${tokenMark.replace('&', '&amp;')}${page.at(-1)?.[0]}</NextContinuationToken>`
      : '';
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isCut}</IsTruncated>${token}${entries.join('')}</ListBucketResult>`;
    return { headers: { 'content-type': 'application/xml' }, body };
  }

  const loopback = await startLoopback<S3Step>({ port, toStep, answer });
  return { ...loopback, keys, bucket, objects, state };
}

function toStep(method: string, path: string): S3Step | null {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  const hasKey = pathname.split('/').length > 2;
  if (!hasKey) return searchParams.has('list-type') ? 'list' : method === 'HEAD' ? 'bucket' : null;
  const steps: Readonly<Record<string, S3Step>> = { PUT: 'put', GET: 'get', HEAD: 'head', DELETE: 'delete' };
  return steps[method] ?? null;
}
