import { findLinkedStory, type LinkedStory, type Services } from '@relato/api';
import { DomainError, storyId } from '@relato/contract';
import { Hono } from 'hono';
import type { AppEnv } from '../app.ts';
import type { RouteAuthorizer, RoutePolicies } from '../middleware/authorize-route.ts';
import { overloaded } from '../middleware/shed-load.ts';
import { createPreviewImages, toRevision } from '../preview-image/preview-images.ts';

export const previewPolicies = {
  'GET /preview/:file': {
    description: 'the picture of a public story for previews of its link',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
} as const satisfies RoutePolicies;

/** Returns the path of a story's picture. It changes with the picture, because messengers keep what an address showed. */
export const toPreviewPath = (story: LinkedStory): string => `/preview/${story.id}-${toRevision(story)}.png`;

/** `/preview/{storyId}-{revision}.png`. The path of an earlier revision shows the story as it is now. */
export function previewRoutes(services: Services, authorizeRoute: RouteAuthorizer): Hono<AppEnv> {
  const images = createPreviewImages();
  return new Hono<AppEnv>().get('/:file', async (c) => {
    c.header('Cache-Control', 'no-store');
    await authorizeRoute(c, previewPolicies['GET /preview/:file']);
    const [, idInPath = ''] = /^(.{36})-[\w-]{1,20}\.png$/.exec(c.req.param('file')) ?? [];
    const id = storyId.safeParse(idInPath);
    const story = id.success ? await findLinkedStory(services, id.data) : null;
    if (!story) throw new DomainError('STORY_NOT_FOUND');
    const image = await images.draw(story);
    if (!image) return c.json(overloaded.body, overloaded.status, overloaded.headers);
    return c.body(image, 200, {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=300',
      // Pages that show a preview are other sites.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });
}
