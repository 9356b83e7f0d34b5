import { findLinkedStory, type LinkedStory, type Services } from '@relato/api';
import { DomainError, storyId } from '@relato/contract';
import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import type { RouteAuthorizer, RoutePolicies } from '../../middleware/authorize-route.ts';
import type { ClientNetworkReader } from '../../middleware/client-network.ts';
import { withoutCredentials } from '../../middleware/request-head.ts';
import { toPreview, toRevision } from '../../preview-image/picture.ts';
import type { Pictures } from '../../preview-image/pictures.ts';
import { answerPicture } from './picture-answer.ts';

export const previewPolicies = {
  'GET /preview/:file': {
    description: 'the picture of a public story for previews of its link',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
} as const satisfies RoutePolicies;

/** Returns the path of a story's picture. The path changes with the picture, because messengers keep a picture by its address. */
export const toPreviewPath = (story: LinkedStory): string =>
  `/preview/${story.id}-${toRevision(toPreview(story))}.png`;

interface PreviewOptions {
  readonly authorizeRoute: RouteAuthorizer;
  readonly readNetwork: ClientNetworkReader;
  readonly pictures: Pictures;
}

/** `/preview/{storyId}-{revision}.png`. The path of an earlier revision shows the current story. */
export function previewRoutes(
  services: Services,
  { authorizeRoute, readNetwork, pictures }: PreviewOptions,
): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/:file', async (c) => {
    await authorizeRoute(withoutCredentials(c), previewPolicies['GET /preview/:file']);
    const [, idInPath = ''] = /^(.{36})-[\w-]{1,20}\.png$/.exec(c.req.param('file')) ?? [];
    const id = storyId.safeParse(idInPath);
    const story = id.success ? await findLinkedStory(services, id.data) : null;
    if (!story) throw new DomainError('STORY_NOT_FOUND');
    const { network, wideNetwork } = readNetwork(c);
    return answerPicture(c, pictures, toPreview(story), {
      parties: [wideNetwork ?? network, story.author.username ?? story.id],
      readKept: () => readKept(services, story),
    });
  });
}

/** Resolves with null if the store has no picture of the current story, or does not answer. */
async function readKept({ storage }: Services, story: LinkedStory): Promise<Uint8Array<ArrayBuffer> | null> {
  const { picture } = story;
  if (picture?.revision !== toRevision(toPreview(story))) return null;
  return storage.read(picture.key).catch(() => null);
}
