import { findLinkedStory, type Services } from '@relato/api';
import { DomainError, embedTexts, storyId } from '@relato/contract';
import { Hono } from 'hono';
import type { AppEnv } from '../app.ts';
import { escapeMarkup, toLine } from '../markup.ts';
import type { RouteAuthorizer, RoutePolicies } from '../middleware/authorize-route.ts';
import { withoutCredentials } from '../middleware/request-head.ts';
import { previewSize } from '../preview-image/draw-preview.ts';
import { readStoryId } from './first-calls.ts';
import { toPreviewPath } from './preview.ts';

export const oembedPolicies = {
  'GET /oembed': {
    description: 'how other sites embed the story of a link',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
} as const satisfies RoutePolicies;

/** The size of the player in pixels. It fits any width from 240 on. */
export const embedSize = { width: 480, height: 152 } as const;

/** `/oembed?url=LINK&format=json&maxwidth=&maxheight=`: oEmbed 1.0. Answers 404 for whatever a stranger may not hear. */
export function oembedRoutes(services: Services, authorizeRoute: RouteAuthorizer): Hono<AppEnv> {
  const { publicUrl } = services;
  return new Hono<AppEnv>().get('/', async (c) => {
    c.header('Cache-Control', 'no-store');
    await authorizeRoute(withoutCredentials(c), oembedPolicies['GET /oembed']);
    const id = storyId.safeParse(readLinkedId(c.req.query('url') ?? '', publicUrl));
    const story = id.success ? await findLinkedStory(services, id.data) : null;
    if (!story) throw new DomainError('STORY_NOT_FOUND');
    if ((c.req.query('format') ?? 'json') !== 'json') return c.text('Only JSON', 501);
    const width = toSize(c.req.query('maxwidth'), embedSize.width);
    const height = toSize(c.req.query('maxheight'), embedSize.height);
    const title = toLine(story.title);
    const { username } = story.author;
    const frame = `<iframe src="${publicUrl}/embed/${story.id}" width="${width}" height="${height}" title="${escapeMarkup(embedTexts.frame(title))}" loading="lazy" allow="autoplay" style="border:0"></iframe>`;
    return c.json(
      {
        version: '1.0',
        type: 'rich',
        html: frame,
        width,
        height,
        title,
        ...(username !== null && {
          author_name: username,
          author_url: `${publicUrl}/u/${encodeURIComponent(username)}`,
        }),
        provider_name: 'Relato',
        provider_url: publicUrl,
        cache_age: 300,
        thumbnail_url: `${publicUrl}${toPreviewPath(story)}`,
        thumbnail_width: previewSize.width,
        thumbnail_height: previewSize.height,
      },
      200,
      { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' },
    );
  });
}

function readLinkedId(link: string, publicUrl: string): string | undefined {
  const address = URL.parse(link);
  return address && address.origin === new URL(publicUrl).origin ? readStoryId(address) : undefined;
}

/** Returns the smaller one of a size and the bound that the consumer names. */
function toSize(bound: string | undefined, size: number): number {
  const most = /^[1-9]\d{0,4}$/.test(bound ?? '') ? Number(bound) : size;
  return Math.min(size, most);
}
