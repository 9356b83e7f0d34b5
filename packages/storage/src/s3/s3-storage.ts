import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import {
  isObjectKey,
  listKindsFrom,
  markName,
  StorageError,
  type ListedObject,
  type Storage,
  type StoredObject,
} from '../storage.ts';
import { openObject } from './object-stream.ts';
import { createS3Client, type S3Client, type S3ClientOptions } from './s3-client.ts';
import { readElement, S3Refusal, toStorageError } from './s3-error.ts';
import type { S3Settings } from './s3-settings.ts';

export interface S3Storage extends Storage {
  /** Closes the connections. */
  readonly close: () => Promise<void>;
}

const pingMs = 2_000;

/** Stores objects in a private bucket of any store with the protocol of S3. */
export function createS3Storage(settings: S3Settings, options: S3ClientOptions = {}): S3Storage {
  const clock = { offsetMs: 0 };
  const client = createS3Client(settings, { ...options, clock });
  // Each listener holds a connection, however slowly they read, and must not delay uploads or other listeners.
  const players = createS3Client(settings, { ...options, clock, maxConnections: null });
  return {
    put: (key, content) => translateErrors(() => put(client, requireKey(key), content)),
    read: (key) => translateErrors(() => read(client, requireKey(key))),
    open: (key, range) =>
      translateErrors(async () => {
        if (range.start > range.end)
          throw new StorageError('failed', `no range: ${range.start}-${range.end}`);
        return openObject(players, requireKey(key), range);
      }),
    measure: (key, { hash }) => translateErrors(() => measure(client, requireKey(key), hash)),
    delete: (key) =>
      translateErrors(async () => {
        // A repeated deletion after a lost answer succeeds as well.
        const { body } = await client.send({ method: 'DELETE', key: requireKey(key) });
        await body.dump();
      }),
    list: (after) => list(client, after),
    ping: () =>
      translateErrors(async () => {
        // Uploads and deletions must not delay it either.
        const { body } = await players.send({ method: 'HEAD', maxAttempts: 1, answerMs: pingMs });
        await body.dump();
      }),
    // Each object is a single request, which leaves nothing behind if it is interrupted.
    deleteUnfinished: async () => {},
    readMark: () =>
      translateErrors(async () => {
        try {
          const mark = Buffer.from(await read(client, markName)).toString();
          return mark.trim() || null;
        } catch (error) {
          if (toStorageError(error).reason === 'missing') return null;
          throw error;
        }
      }),
    writeMark: (text) =>
      translateErrors(async () => void (await put(client, markName, Buffer.from(`${text}\n`)))),
    close: async () => {
      await Promise.all([client.close(), players.close()]);
    },
  };
}

function requireKey(key: string): string {
  if (!isObjectKey(key)) throw new StorageError('missing', 'not a key');
  return key;
}

/**
 * The store compares the bytes with both hashes. An ETag is the MD5 of the object, except in buckets with keys of their own,
 * whose objects are read again.
 */
async function put(client: S3Client, key: string, content: Uint8Array): Promise<StoredObject> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const md5 = createHash('md5').update(content).digest();
  const { headers, body } = await client.send({
    method: 'PUT',
    key,
    body: content,
    headers: { 'Content-MD5': md5.toString('base64'), 'Content-Type': 'application/octet-stream' },
  });
  await body.dump();
  if (headers.etag !== `"${md5.toString('hex')}"`) {
    const stored = await measure(client, key, true);
    if (stored?.sha256 !== sha256) throw new StorageError('failed', 'the store has stored other bytes');
  }
  return { bytes: content.byteLength, sha256 };
}

async function read(client: S3Client, key: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await openObject(client, key, { start: 0, end: Infinity })) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

async function measure(
  client: S3Client,
  key: string,
  withHash: boolean,
): Promise<{ bytes: number; sha256: string | null } | null> {
  try {
    if (!withHash) {
      const { headers, body } = await client.send({ method: 'HEAD', key });
      await body.dump();
      return { bytes: Number(headers['content-length']), sha256: null };
    }
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of await openObject(client, key, { start: 0, end: Infinity })) {
      hash.update(chunk);
      bytes += chunk.byteLength;
    }
    return { bytes, sha256: hash.digest('hex') };
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'missing') return null;
    if (!(error instanceof S3Refusal && error.status === 404)) throw error;
    // An answer to HEAD has no code, so the whole bucket may be missing.
    const { body } = await client.send({ method: 'HEAD' });
    await body.dump();
    return null;
  }
}

async function* list(client: S3Client, after = ''): ReturnType<Storage['list']> {
  for (const kind of listKindsFrom(after)) {
    const prefix = `${kind}/`;
    let token: string | null = null;
    do {
      const page = await translateErrors(() =>
        listPage(client, {
          ...(token !== null && { 'continuation-token': token }),
          'list-type': '2',
          prefix,
          ...(token === null && after.startsWith(prefix) && { 'start-after': after }),
        }),
      );
      yield page.objects.filter(({ key }) => isObjectKey(key));
      token = page.nextToken;
    } while (token !== null);
  }
}

async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStorageError(error);
  }
}

interface ListPage {
  readonly objects: readonly ListedObject[];
  /** Null after the last page. */
  readonly nextToken: string | null;
}

/**
 * The keys of `query` are sorted, because signatures require it. Throws an Error for an answer that is not from
 * ListObjectsV2, and for endless pages.
 */
async function listPage(client: S3Client, query: Readonly<Record<string, string>>): Promise<ListPage> {
  const { body } = await client.send({ method: 'GET', query });
  const xml = await text(body);
  if (!xml.includes('<ListBucketResult')) throw new Error('the list of the store is none');
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: readElement(entry, 'Key') ?? '',
    bytes: Number(readElement(entry, 'Size')),
    writtenAt: new Date(readElement(entry, 'LastModified') ?? ''),
  }));
  if (readElement(xml, 'IsTruncated') !== 'true') return { objects, nextToken: null };
  const nextToken = readElement(xml, 'NextContinuationToken');
  if (nextToken === null || nextToken === query['continuation-token'])
    throw new Error('the list of the store has no end');
  return { objects, nextToken };
}
