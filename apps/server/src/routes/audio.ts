import type { ServerResponse } from 'node:http';
import { createStoryAudioFinder, type Services, type StoryAudio } from '@relato/api';
import { DomainError, storyId } from '@relato/contract';
import type { ObjectRange } from '@relato/storage';
import { Hono, type Context } from 'hono';
import type { SocketRoute } from '../answer-at-socket.ts';
import type { AppEnv } from '../app.ts';
import { parseByteRange } from './byte-range.ts';
import type { RouteAuthorizer, RoutePolicies } from '../middleware/authorize-route.ts';
import type { ProxyCheck } from '../middleware/client-network.ts';
import { withoutCredentials, type RequestHead } from '../middleware/request-head.ts';

export const audioPolicies = {
  'GET /audio/:storyId': {
    description: 'the audio of a story',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
  'GET /embed/:storyId/audio': {
    description: 'the audio of a public story, for the player on other pages',
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
  readonly range: ObjectRange;
  /** Throws STORY_NOT_FOUND if the viewer may no longer hear the story. */
  readonly check: () => Promise<unknown>;
}

/** How often it is checked during a long answer that the story may still be heard. */
const recheckMs = 1_000;
/** Players stop reading while they are paused, and ask for the rest again if the connection has ended meanwhile. */
const stalledMs = 300_000;

/** A request for audio: as its viewer may hear it, or as every stranger may, on whatever page. */
interface AudioRequest {
  readonly idInPath: string;
  readonly isEmbedded: boolean;
}

interface AudioRoutes {
  /** For `/audio`. */
  readonly web: Hono<AppEnv>;
  /** For `/embed`. */
  readonly embedded: Hono<AppEnv>;
  readonly atSocket: SocketRoute;
}

interface AudioOptions {
  readonly authorizeRoute: RouteAuthorizer;
  /** Returns whether a request comes from the front server, which sends the files itself. */
  readonly isFromProxy: ProxyCheck;
  /** The location of the front server that has the files; undefined if it has none. */
  readonly accelLocation: string | undefined;
}

/**
 * `/audio/{storyId}`: the seekable copy of a story's recording, whole or one byte range. `/embed/{storyId}/audio`: the
 * same for pages of other sites, of public stories, without a look at the session.
 */
export function audioRoutes(
  services: Services,
  { authorizeRoute, isFromProxy, accelLocation }: AudioOptions,
): AudioRoutes {
  const findAudio = createStoryAudioFinder(services);

  async function answer(head: RequestHead, { idInPath, isEmbedded }: AudioRequest): Promise<AudioAnswer> {
    const policy = isEmbedded ? 'GET /embed/:storyId/audio' : 'GET /audio/:storyId';
    const request = isEmbedded ? withoutCredentials(head) : head;
    const signedIn = await authorizeRoute(request, audioPolicies[policy]);
    const id = storyId.safeParse(idInPath);
    if (!id.success) throw new DomainError('STORY_NOT_FOUND');
    const find = () => findAudio(signedIn?.viewer ?? null, id.data);
    const audio = await find();
    // Other clients would get no body, and the name of the file.
    const found =
      accelLocation !== undefined && isFromProxy(request)
        ? toHandover(audio, accelLocation)
        : toAnswer(request, audio, find);
    return isEmbedded ? { ...found, headers: { ...found.headers, ...forOtherSites } } : found;
  }

  async function answerAtWeb(c: Context<AppEnv>, request: AudioRequest): Promise<Response> {
    const { status, headers, body } = await answer(c, request);
    if (!body) return c.body(null, status, headers);
    const chunks = await services.storage.open(body.key, body.range);
    return c.body(ReadableStream.from(chunks), status, headers);
  }

  const web = new Hono<AppEnv>().get('/:storyId', (c) =>
    answerAtWeb(c, { idInPath: c.req.param('storyId'), isEmbedded: false }),
  );
  const embedded = new Hono<AppEnv>().get('/:storyId/audio', (c) =>
    answerAtWeb(c, { idInPath: c.req.param('storyId'), isEmbedded: true }),
  );

  const atSocket: SocketRoute = ({ req }) => {
    const [, own, inEmbed] = plainPath.exec(req.path) ?? [];
    const idInPath = own ?? inEmbed;
    if (idInPath === undefined) return null;
    return async (request, reply) => {
      const { status, headers, body } = await answer(request, { idInPath, isEmbedded: own === undefined });
      if (!body) {
        reply(status, headers).end();
        return;
      }
      const chunks = await services.storage.open(body.key, body.range);
      await send(chunks, body, () => reply(status, headers));
    };
  };

  return { web, embedded, atSocket };
}

const plainPath = /^\/(?:audio\/([\da-f-]{36})|embed\/([\da-f-]{36})\/audio)$/;

/** A frame without an origin of its own may load this from another one. */
const forOtherSites = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;

function toAnswer({ req }: RequestHead, audio: StoryAudio, check: AudioBody['check']): AudioAnswer {
  const headers = headersOf(audio);
  if (req.header('if-none-match') === headers.ETag) return { status: 304, headers, body: null };
  // A range of another version of the bytes is answered with the whole file.
  const ifRange = req.header('if-range');
  const part = parseByteRange(
    ifRange && ifRange !== headers.ETag ? undefined : req.header('range'),
    audio.bytes,
  );
  if (part === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${audio.bytes}` }, body: null };
  }
  const range = part ?? { start: 0, end: audio.bytes - 1 };
  return {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(range.end - range.start + 1),
      ...(part && { 'Content-Range': `bytes ${range.start}-${range.end}/${audio.bytes}` }),
    },
    body: req.method === 'HEAD' ? null : { key: audio.key, range, check },
  };
}

/**
 * Sends an object at the pace of the client. The head goes with the first chunk: if that cannot be read, another answer
 * is still possible. Ends the connection of a client that may no longer hear the rest, or that has stopped reading.
 */
async function send(
  chunks: AsyncIterable<Uint8Array>,
  { range, check }: AudioBody,
  reply: () => ServerResponse,
) {
  let left = range.end - range.start + 1;
  let checkedAt = performance.now();
  let outgoing: ServerResponse | undefined;
  for await (const chunk of chunks) {
    outgoing ??= reply();
    // A client that has gone will neither drain nor close.
    if (outgoing.destroyed) return;
    left -= chunk.byteLength;
    if (left === 0) outgoing.end(chunk);
    else if (!outgoing.write(chunk)) await waitForDrain(outgoing);
    if (left > 0 && performance.now() - checkedAt > recheckMs) {
      await check();
      checkedAt = performance.now();
    }
  }
  if (left > 0) throw new Error(`The stored file is ${left} bytes too short`);
}

/** Resolves when the client has read what was sent, or has gone. Ends the connection if it does neither for too long. */
function waitForDrain(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => outgoing.destroy(), stalledMs);
    const finish = () => {
      clearTimeout(timer);
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
function toHandover(audio: StoryAudio, location: string): AudioAnswer {
  const { ETag: _own, 'Accept-Ranges': _ranges, ...headers } = headersOf(audio);
  return { status: 200, headers: { ...headers, 'X-Accel-Redirect': location + audio.key }, body: null };
}

function headersOf({
  key,
  mimeType,
  isPublic,
}: StoryAudio): Readonly<Record<'ETag' | 'Accept-Ranges', string>> & Readonly<Record<string, string>> {
  return {
    // The key is random and its bytes never change. A part of it identifies them without revealing the key.
    ETag: `"${Buffer.from(key).toString('base64url').slice(-16)}"`,
    'Content-Type': mimeType,
    'Accept-Ranges': 'bytes',
    // Browsers revalidate public audio every time (a 304 costs little), so that unpublishing acts at once.
    'Cache-Control': isPublic ? 'private, no-cache' : 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}
