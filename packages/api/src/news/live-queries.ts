import {
  DomainError,
  limits,
  liveLimits,
  type StoryId,
  type LiveInput,
  type LiveTopic,
  type UserId,
} from '@relato/contract';
import { tracked, type TrackedEnvelope } from '@trpc/server';
import { isBlockedWith } from '../blocks/queries.ts';
import type { Context, Services, Viewer } from '../rpc/context.ts';
import type { LiveEvent, LiveMessage, LiveWatch } from '../rpc/live-hub.ts';

type LiveEvents = AsyncGenerator<TrackedEnvelope<readonly LiveTopic[]>, void>;

/**
 * Opens a connection that announces topics to refetch, until `signal` aborts. Its first event covers the events that were
 * missed. Throws UNAUTHENTICATED for a visitor without stories, and the errors of `LiveHub.open`.
 */
export async function openLive(
  { services, viewer, request }: Pick<Context, 'services' | 'viewer' | 'request'>,
  { stories, lastEventId }: LiveInput,
  signal: AbortSignal | undefined,
): Promise<LiveEvents> {
  if (!viewer && stories.length === 0) throw new DomainError('UNAUTHENTICATED');
  const watch = await services.live.open({ ...request, userId: viewer?.id ?? null });
  // An iterator that was never read ends without its `finally`.
  signal?.addEventListener('abort', watch.close, { once: true });
  if (signal?.aborted) watch.close();
  try {
    // Subscribes first, because the connection must end when others can no longer see one of the stories.
    watch.hear(stories.map((id): LiveMessage => `ended:${id}`));
    const shown = await findShownStories(services, viewer, stories);
    watch.hear(shown.map((id): LiveMessage => `comments:${id}`));
    // Subscribes first, because a changed list of authors must end the connection.
    if (viewer) watch.hear([`ended:${viewer.id}`, `news:${viewer.id}`, `transcripts:${viewer.id}`]);
    if (viewer)
      watch.hear((await findToldAuthors(services, viewer)).map((id): LiveMessage => `author:${id}`));
  } catch (error) {
    watch.close();
    throw error;
  }
  const unread = setTimeout(watch.close, liveLimits.unreadMs).unref();
  return readEvents(watch, watch.begin(lastEventId ?? null), unread);
}

async function* readEvents(watch: LiveWatch, first: LiveEvent, unread: NodeJS.Timeout): LiveEvents {
  clearTimeout(unread);
  for (let event = first; ; event = await watch.next()) {
    yield tracked(event.id, event.topics);
    if (event.isLast) return;
  }
}

/** Finds the stories that the viewer may see; not even a change of others is announced. */
async function findShownStories(
  { database }: Services,
  viewer: Viewer | null,
  stories: readonly StoryId[],
): Promise<readonly StoryId[]> {
  if (stories.length === 0) return [];
  const rows = await database.sql<{ readonly id: StoryId }>({
    name: `live-stories${viewer ? '' : '-visitor'}`,
    text: `SELECT s.id FROM stories s WHERE s.id = ANY ($1::uuid[]) AND ${
      viewer
        ? `may_see_story($2::uuid, $3::role, s.user_id, s.published, s.hidden_at)
          AND ($3::role <> 'user' OR NOT ${isBlockedWith('$2::uuid', 's.user_id')})`
        : 's.published AND s.hidden_at IS NULL'
    }`,
    values: [stories, ...(viewer ? [viewer.id, viewer.role] : [])],
  });
  return rows.map(({ id }) => id);
}

/** Finds the authors whose new stories are announced to the viewer. */
async function findToldAuthors({ database }: Services, viewer: Viewer): Promise<readonly UserId[]> {
  const rows = await database.sql<{ readonly id: UserId }>({
    name: 'live-authors',
    text: `SELECT following_id AS id FROM follows WHERE follower_id = $1::uuid AND told_since IS NOT NULL
      LIMIT ${limits.news.maxPeople}`,
    values: [viewer.id],
  });
  return rows.map(({ id }) => id);
}
