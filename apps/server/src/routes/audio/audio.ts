import type { ServerResponse } from 'node:http';
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
import type { FastRoute } from '../../http/fast-route.ts';
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

type AudioAnswer = { readonly headers: Readonly<Record<string, string>> } & (
  | { readonly status: 200 | 206; readonly body: AudioBody }
  | { readonly status: 200 | 206 | 304 | 416; readonly body: null }
);

interface AudioBody {
  readonly key: string;
  readonly tag: Uint8Array;
  /** Counts from the first byte of the tag. */
  readonly range: ObjectRange;
  /** Throws STORY_NOT_FOUND if the viewer may no longer hear the story. */
  readonly check: () => Promise<unknown>;
}

/** A request for audio: as its viewer may hear it, or for the MP3 that every stranger may hear, on whatever page. */
interface AudioRequest {
  readonly idInPath: string;
  readonly isMp3: boolean;
}

interface AudioRoutes {
  /** For `/audio`. */
  readonly web: Hono<AppEnv>;
  /** Answers with the MP3 of the story with this id. */
  readonly answerMp3: (c: Context<AppEnv>, idInPath: string) => Promise<Response>;
  readonly fast: FastRoute;
}

interface AudioOptions {
  readonly logger: Logger;
  readonly authorizeRoute: RouteAuthorizer;
  /** Returns whether a request comes from the front server, which sends the files itself. */
  readonly isFromProxy: ProxyCheck;
  /** The location of the front server that has the files; undefined if it has none. */
  readonly accelLocation: string | undefined;
  readonly toMp3Tag: ToMp3Tag;
}

/** A stored object as it is sent: an MP3 follows its tag. */
interface TaggedAudio extends StoryAudio {
  readonly tag: Uint8Array;
}

/**
 * `/audio/{storyId}`: the seekable copy of a story's recording, whole or one byte range. `/feed/{storyId}.mp3`: the MP3 of a
 * public story, for podcasts and pages of other sites, without a look at the session.
 */
export function audioRoutes(
  services: Services,
  { logger, authorizeRoute, isFromProxy, accelLocation, toMp3Tag }: AudioOptions,
): AudioRoutes {
  const findAudio = createStoryAudioFinder(services);
  const findMp3 = createStoryMp3Finder(services);

  async function answer(head: RequestHead, { idInPath, isMp3 }: AudioRequest): Promise<AudioAnswer> {
    const request = isMp3 ? withoutCredentials(head) : head;
    const signedIn = await authorizeRoute(
      request,
      isMp3 ? podcastFilePolicies['GET /feed/:file'] : audioPolicies['GET /audio/:storyId'],
    );
    const id = storyId.safeParse(idInPath);
    if (!id.success) throw new DomainError('STORY_NOT_FOUND');
    const findFor = async (viewer: Viewer | null): Promise<TaggedAudio> => {
      if (!isMp3) return { ...(await findAudio(viewer, id.data)), tag: noTag };
      const { story, ...audio } = await findMp3(id.data);
      return { ...audio, tag: toMp3Tag(story) };
    };
    const audio = await findFor(signedIn?.viewer ?? null);
    // The session may have ended since, and its user may have another role.
    const check = async () => {
      const open = signedIn && (await services.auth.validateSession(signedIn.token, { prolongs: false }));
      return findFor(open?.user ?? null);
    };
    // Other clients would get no body, and the name of the file. The front server has no MP3 with its tag.
    const found =
      accelLocation !== undefined && !isMp3 && isFromProxy(request)
        ? toHandover(audio, accelLocation)
        : toAnswer(request, audio, check);
    return isMp3 ? { ...found, headers: { ...found.headers, ...ofMp3 } } : found;
  }

  async function open({ key, tag, range: { start, end } }: AudioBody): Promise<AsyncIterable<Uint8Array>> {
    const first = tag.subarray(start, end + 1);
    if (end < tag.length) return after(first, []);
    const range = { start: Math.max(0, start - tag.length), end: end - tag.length };
    return after(first, await services.storage.open(key, range));
  }

  async function answerAtWeb(c: Context<AppEnv>, request: AudioRequest): Promise<Response> {
    const { status, headers, body } = await answer(c, request);
    if (!body) return c.body(null, status, headers);
    const chunks = whileAllowed(await open(body), body.check);
    return c.body(streamBody(c, chunks, logger), status, headers);
  }

  const web = new Hono<AppEnv>().get('/:storyId', (c) =>
    answerAtWeb(c, { idInPath: c.req.param('storyId'), isMp3: false }),
  );

  const fast: FastRoute = ({ req }) => {
    if (req.method === 'POST') return null;
    const [, own, inFeed] = plainPath.exec(req.path) ?? [];
    const idInPath = own ?? inFeed;
    if (idInPath === undefined) return null;
    return async (request, reply) => {
      const { status, headers, body } = await answer(request, { idInPath, isMp3: own === undefined });
      if (!body) {
        reply(status, headers).end();
        return;
      }
      const chunks = await open(body);
      await send(whileAllowed(chunks, body.check), body.range, () => reply(status, headers));
    };
  };

  return { web, answerMp3: (c, idInPath) => answerAtWeb(c, { idInPath, isMp3: true }), fast };
}

/** Public, but revalidated each time, so that unpublishing acts at once. */
const ofMp3 = { 'Cache-Control': cacheRules.shared, ...forOtherSites } as const;

const plainPath = /^\/(?:audio\/([\da-f-]{36})|feed\/([\da-f-]{36})\.mp3)$/;

const noTag = new Uint8Array(0);

async function* after(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  yield* rest;
}

function toAnswer({ req }: RequestHead, audio: TaggedAudio, check: AudioBody['check']): AudioAnswer {
  const headers = headersOf(audio);
  const { key, tag } = audio;
  const bytes = tag.length + audio.bytes;
  if (req.header('if-none-match') === headers.ETag) return { status: 304, headers, body: null };
  // A range of another version of the bytes is answered with the whole file.
  const ifRange = req.header('if-range');
  const part = parseByteRange(ifRange && ifRange !== headers.ETag ? undefined : req.header('range'), bytes);
  if (part === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${bytes}` }, body: null };
  }
  const range = part ?? { start: 0, end: bytes - 1 };
  return {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(range.end - range.start + 1),
      ...(part && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes}` }),
    },
    body: req.method === 'HEAD' ? null : { key, tag, range, check },
  };
}

/**
 * Sends an object at the pace of the client. The head goes with the first chunk: if that cannot be read, another answer
 * is still possible.
 */
async function send(
  chunks: AsyncIterable<Uint8Array>,
  range: AudioBody['range'],
  reply: () => ServerResponse,
) {
  let left = range.end - range.start + 1;
  let outgoing: ServerResponse | undefined;
  for await (const chunk of chunks) {
    outgoing ??= reply();
    // A client that has gone will neither drain nor close.
    if (outgoing.destroyed) return;
    left -= chunk.byteLength;
    if (left === 0) {
      outgoing.end(chunk);
      return;
    }
    if (!outgoing.write(chunk)) await waitForDrain(outgoing);
  }
  throw new Error(`The stored file is ${left} bytes too short`);
}

/** Resolves when the client has read what was sent, or has gone. */
function waitForDrain(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      outgoing.off('drain', finish).off('close', finish);
      resolve();
    };
    outgoing.on('drain', finish).on('close', finish);
  });
}

/**
 * Has the front server send the file. It answers ranges and revalidations, by an ETag of its own, only after this answer: the
 * checks are made for each request all the same.
 */
function toHandover(audio: TaggedAudio, location: string): AudioAnswer {
  const { ETag: _own, 'Accept-Ranges': _ranges, ...headers } = headersOf(audio);
  return { status: 200, headers: { ...headers, 'X-Accel-Redirect': location + audio.key }, body: null };
}

function headersOf({
  key,
  mimeType,
  isPublic,
  tag,
}: TaggedAudio): Readonly<Record<'ETag' | 'Accept-Ranges', string>> & Readonly<Record<string, string>> {
  return {
    // The key is random and its bytes never change. A part of it identifies them without revealing the key. A tag changes with
    // the title and the username.
    ETag: `"${Buffer.from(key).toString('base64url').slice(-16)}${tag.length > 0 ? `-${crc32(tag).toString(36)}` : ''}"`,
    'Content-Type': mimeType,
    'Accept-Ranges': 'bytes',
    // Browsers revalidate public audio every time (a 304 costs little), so that unpublishing acts at once.
    'Cache-Control': isPublic ? cacheRules.own : cacheRules.none,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}
