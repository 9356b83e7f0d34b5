import { requireStoryAudio, type Services, type StoryAudio } from '@relato/api';
import { DomainError, storyId } from '@relato/contract';
import { Hono } from 'hono';
import type { AppEnv } from '../app.ts';
import { parseByteRange } from './byte-range.ts';
import type { RouteAuthorizer, RoutePolicies } from '../middleware/authorize-route.ts';

export const audioPolicies = {
  'GET /audio/:storyId': {
    description: 'the audio of a story',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
} as const satisfies RoutePolicies;

/** `/audio/{storyId}`: the seekable copy of a story's recording, whole or one byte range. */
export function audioRoutes(services: Services, authorizeRoute: RouteAuthorizer): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/:storyId', async (c) => {
    const signedIn = await authorizeRoute(c, audioPolicies['GET /audio/:storyId']);
    const id = storyId.safeParse(c.req.param('storyId'));
    if (!id.success) throw new DomainError('STORY_NOT_FOUND');
    const audio = await requireStoryAudio(services, signedIn?.viewer ?? null, id.data);

    const headers = headersOf(audio);
    if (c.req.header('if-none-match') === headers.ETag) return c.body(null, 304, headers);
    // A range of another version of the bytes is answered with the whole file.
    const ifRange = c.req.header('if-range');
    const range = ifRange && ifRange !== headers.ETag ? undefined : c.req.header('range');
    const part = parseByteRange(range, audio.bytes);
    if (part === 'unsatisfiable') {
      return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${audio.bytes}` });
    }
    const { start, end } = part ?? { start: 0, end: audio.bytes - 1 };
    const answer = {
      ...headers,
      'Content-Length': String(end - start + 1),
      ...(part && { 'Content-Range': `bytes ${start}-${end}/${audio.bytes}` }),
    };
    const status = part ? 206 : 200;
    if (c.req.method === 'HEAD') return c.body(null, status, answer);
    return c.body(await services.storage.open(audio.key, { start, end }), status, answer);
  });

  return routes;
}

function headersOf({ key, mimeType, isPublic }: StoryAudio): Record<string, string> & { ETag: string } {
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
