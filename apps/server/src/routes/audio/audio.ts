import { crc32 } from 'node:zlib';
import {
  createStoryAudioFinder,
  createStoryMp3Finder,
  type Services,
  type StoryAudio,
  type Viewer,
} from '@relato/api';
import { DomainError, storyId } from '@relato/contract';
import type { ObjectRange } from '@relato/storage';
import { Hono, type Context } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from '../../http/app-env.ts';
import { cacheRules } from '../../http/cache-rules.ts';
import { parseByteRange } from './byte-range.ts';
import { forOtherSites } from '../pages/foreign-site-headers.ts';
import type { ToMp3Tag } from '../podcast/mp3-tag.ts';
import { podcastFilePolicies } from '../podcast/podcast-files.ts';
import { streamBody } from './stream-body.ts';
import { whileAllowed } from './access-rechecks.ts';
import type { RouteAuthorizer, RoutePolicies } from '../../middleware/authorize-route.ts';
import type { ProxyCheck } from '../../middleware/client-network.ts';
import { withoutCredentials, type RequestHead } from '../../middleware/request-head.ts';

export const audioPolicies = {
  'GET /audio/:storyId': {
    description: 'the audio of a story',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
} as const satisfies RoutePolicies;

interface AudioRoutes {
  /** The routes of `/audio`. */
  readonly web: Hono<AppEnv>;
  /** Answers with the MP3 of the story with this id. */
  readonly answerMp3: (c: Context<AppEnv>, idInPath: string) => Promise<Response>;
}

interface AudioOptions {
  readonly logger: Logger;
  readonly authorizeRoute: RouteAuthorizer;
  /** Returns whether a request comes from the front server, which sends the files itself. */
  readonly isFromProxy: ProxyCheck;
  /** The location of the files on the front server, or undefined without one. */
  readonly accelLocation: string | undefined;
  readonly toMp3Tag: ToMp3Tag;
}

/** A stored object with the tag that precedes an MP3. */
interface TaggedAudio extends StoryAudio {
  readonly tag: Uint8Array;
}

/**
 * `/audio/{storyId}`: the seekable copy of a story's recording, whole or one byte range. `/feed/{storyId}.mp3`: the MP3 of a
 * public story for podcasts and pages of other sites, without a session.
 */
export function audioRoutes(
  services: Services,
  { logger, authorizeRoute, isFromProxy, accelLocation, toMp3Tag }: AudioOptions,
): AudioRoutes {
  const findAudio = createStoryAudioFinder(services);
  const findMp3 = createStoryMp3Finder(services);

  /** Answers with the audio for this viewer, or with the public MP3 for pages of any site. */
  async function answer(c: Context<AppEnv>, idInPath: string, isMp3: boolean): Promise<Response> {
    const signedIn = await (isMp3
      ? authorizeRoute(withoutCredentials(c), podcastFilePolicies['GET /feed/:file'])
      : authorizeRoute(c, audioPolicies['GET /audio/:storyId']));
    const id = storyId.safeParse(idInPath);
    if (!id.success) throw new DomainError('STORY_NOT_FOUND');
    const find = async (viewer: Viewer | null): Promise<TaggedAudio> => {
      if (!isMp3) return { ...(await findAudio(viewer, id.data)), tag: noTag };
      const { story, ...audio } = await findMp3(id.data);
      return { ...audio, tag: toMp3Tag(story) };
    };
    const audio = await find(signedIn?.viewer ?? null);
    const headers = { ...headersOf(audio), ...(isMp3 && ofMp3) };
    // Other clients would get no body and learn the name of the file. The front server does not have the MP3 with its tag.
    // It answers ranges and revalidations by its own ETag only after this answer, so that each request is still checked
    // here.
    if (accelLocation !== undefined && !isMp3 && isFromProxy(c))
      return c.body(null, 200, { ...headers, 'X-Accel-Redirect': accelLocation + audio.key });
    const etag = toETag(audio);
    const { status, range, ...part } = toPart(c, etag, audio.tag.length + audio.bytes);
    const all = { ...headers, ETag: etag, 'Accept-Ranges': 'bytes', ...part.headers };
    if (!range) return c.body(null, status, all);
    // The session may have ended meanwhile, or the role of its user may have changed.
    const check = async () => {
      const open = signedIn && (await services.auth.validateSession(signedIn.token, { prolongs: false }));
      return find(open?.user ?? null);
    };
    return c.body(streamBody(c, whileAllowed(await open(audio, range), check), logger), status, all);
  }

  async function open(
    { key, tag }: TaggedAudio,
    { start, end }: ObjectRange,
  ): Promise<AsyncIterable<Uint8Array>> {
    const rest = { start: Math.max(0, start - tag.length), end: end - tag.length };
    const stored = rest.end < 0 ? [] : await services.storage.open(key, rest);
    return readWhole([tag.subarray(start, end + 1), stored], end - start + 1);
  }

  return {
    web: new Hono<AppEnv>().get('/:storyId', (c) => answer(c, c.req.param('storyId'), false)),
    answerMp3: (c, idInPath) => answer(c, idInPath, true),
  };
}

/** Public and revalidated each time, so that unpublishing has an effect at once. */
const ofMp3 = { 'Cache-Control': cacheRules.shared, ...forOtherSites } as const;

const noTag = new Uint8Array(0);

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Throws at the end if bytes are missing, because the client would wait for them. */
async function* readWhole(
  [first, rest]: readonly [first: Uint8Array, rest: Chunks],
  bytes: number,
): AsyncGenerator<Uint8Array> {
  let left = bytes - first.length;
  let isRead = false;
  try {
    if (first.length > 0) yield first;
    isRead = true;
    for await (const chunk of rest) {
      left -= chunk.length;
      yield chunk;
    }
  } finally {
    // Only a begun loop closes the file of a client that leaves.
    if (!isRead && Symbol.asyncIterator in rest) await rest[Symbol.asyncIterator]().return?.();
  }
  if (left > 0) throw new Error(`The stored file is ${left} bytes too short`);
}

/** Returns the requested part of a number of bytes, without a range for an answer without a body. */
function toPart({ req }: RequestHead, etag: string, bytes: number) {
  if (req.header('if-none-match') === etag) return { status: 304, headers: {}, range: null } as const;
  // A range of another version gets the whole file.
  const ifRange = req.header('if-range');
  const part = parseByteRange(ifRange && ifRange !== etag ? undefined : req.header('range'), bytes);
  if (part === 'unsatisfiable')
    return { status: 416, headers: { 'Content-Range': `bytes */${bytes}` }, range: null } as const;
  const range = part ?? { start: 0, end: bytes - 1 };
  const headers = {
    'Content-Length': String(range.end - range.start + 1),
    ...(part && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes}` }),
  };
  return { status: part ? 206 : 200, headers, range: req.method === 'HEAD' ? null : range } as const;
}

/**
 * The key is random and its bytes never change, so a part of it identifies the file without revealing the key. The tag
 * changes with the title and the username.
 */
const toETag = ({ key, tag }: TaggedAudio): string =>
  `"${Buffer.from(key).toString('base64url').slice(-16)}${tag.length > 0 ? `-${crc32(tag).toString(36)}` : ''}"`;

const headersOf = ({ mimeType, isPublic }: StoryAudio): Readonly<Record<string, string>> => ({
  'Content-Type': mimeType,
  // Browsers revalidate public audio each time, which costs only a 304, so that unpublishing has an effect at once.
  'Cache-Control': isPublic ? cacheRules.own : cacheRules.none,
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
});
