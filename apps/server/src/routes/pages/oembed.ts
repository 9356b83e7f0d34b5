import { findLinkedStory, type Services } from '@relato/api';
import {
  DomainError,
  embedSize,
  readSeconds,
  storyId,
  toEmbedFrame,
  toEmbedUrl,
  toLine,
} from '@relato/contract';
import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { cacheRules } from '../../http/cache-rules.ts';
import type { RouteAuthorizer, RoutePolicies } from '../../middleware/authorize-route.ts';
import { withoutCredentials } from '../../middleware/request-head.ts';
import { previewSize } from '../../preview-image/draw-preview.ts';
import { readStoryId } from './first-calls.ts';
import { toPreviewPath } from '../podcast/preview.ts';

export const oembedPolicies = {
  'GET /oembed': {
    description: 'how other sites embed the story of a link',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
} as const satisfies RoutePolicies;

/** `/oembed?url=LINK&format=json&maxwidth=&maxheight=`: oEmbed 1.0. Answers 404 for stories that a visitor may not hear. */
export function oembedRoutes(services: Services, authorizeRoute: RouteAuthorizer): Hono<AppEnv> {
  const { publicUrl } = services;
  return new Hono<AppEnv>().get('/', async (c) => {
    await authorizeRoute(withoutCredentials(c), oembedPolicies['GET /oembed']);
    const link = readLink(c.req.query('url') ?? '', publicUrl);
    const id = storyId.safeParse(link?.storyId);
    const story = id.success ? await findLinkedStory(services, id.data) : null;
    if (!link || !story) throw new DomainError('STORY_NOT_FOUND');
    if ((c.req.query('format') ?? 'json') !== 'json') return c.text('Only JSON', 501);
    const width = toSize(c.req.query('maxwidth'), embedSize.width);
    const height = toSize(c.req.query('maxheight'), embedSize.height);
    const title = toLine(story.title);
    const { username } = story.author;
    const url = toEmbedUrl(publicUrl, story.id, { seconds: link.seconds });
    return c.json(
      {
        version: '1.0',
        type: 'rich',
        html: toEmbedFrame({ url, title, width, height }),
        width,
        height,
        title,
        ...(username !== null && {
          author_name: username,
          author_url: `${publicUrl}/u/${encodeURIComponent(username)}`,
        }),
        provider_name: 'Relato',
        provider_url: publicUrl,
        // Shortens the caching by other sites, because the server cannot withdraw their copies.
        cache_age: 300,
        thumbnail_url: `${publicUrl}${toPreviewPath(story)}`,
        thumbnail_width: previewSize.width,
        thumbnail_height: previewSize.height,
      },
      200,
      { 'Access-Control-Allow-Origin': '*', 'Cache-Control': cacheRules.shared },
    );
  });
}

interface Link {
  readonly storyId: string | undefined;
  readonly seconds: number;
}

function readLink(link: string, publicUrl: string): Link | null {
  const address = URL.parse(link);
  if (address?.origin !== new URL(publicUrl).origin) return null;
  return { storyId: readStoryId(address), seconds: readSeconds(address.searchParams.get('t')) ?? 0 };
}

/** Returns the smaller of a size and the bound of the consumer. */
function toSize(bound: string | undefined, size: number): number {
  const most = /^[1-9]\d{0,4}$/.test(bound ?? '') ? Number(bound) : size;
  return Math.min(size, most);
}
