import { serverLimits, toSubjectUrl } from '@relato/contract';
import {
  podcastColumns,
  toPodcastGuid,
  toPodcastStory,
  type PodcastStory,
  type PodcastStoryRow,
} from '../../profiles/podcast-queries.ts';
import type { Services } from '../../rpc/context.ts';
import { requireSubject } from './queries.ts';

export interface SubjectPodcast {
  readonly guid: string;
  /** The tag in the most frequent spelling of its stories. */
  readonly name: string;
  /** The latest stories, last published first. */
  readonly stories: readonly PodcastStory[];
}

/**
 * Returns the podcast of a tag, with the stories of authors who allow podcasts. Throws SUBJECT_NOT_FOUND if no public story
 * has the tag.
 */
export async function requireSubjectPodcast(services: Services, tag: string): Promise<SubjectPodcast> {
  const { id, name } = await requireSubject(services, null, tag);
  const rows = await services.database.sql<PodcastStoryRow>({
    name: 'subject-podcast',
    text: `SELECT ${podcastColumns}, p.username
      FROM story_tags t JOIN stories s ON s.id = t.story_id
      JOIN story_mp3s m ON m.story_id = s.id AND m.bytes IS NOT NULL
      JOIN profiles p ON p.id = s.user_id AND p.podcast AND p.username IS NOT NULL
      WHERE t.tag = $1 ORDER BY t.published_at DESC, t.story_id DESC LIMIT ${serverLimits.podcast.maxStories}`,
    values: [id],
  });
  return {
    guid: toPodcastGuid(`${toSubjectUrl(services.publicUrl, id)}/feed.xml`),
    name,
    stories: rows.map(toPodcastStory),
  };
}
