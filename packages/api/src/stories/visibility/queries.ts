import { DomainError, type Page, type StoryId, type StorySummary } from '@relato/contract';
import { isHeardByAsker } from '../../questions/queries.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { toPageStatement, toPlaceInTime, type PageRequest } from '../../rpc/cursor.ts';
import { canEdit, canSee } from '../policy.ts';
import { storyColumns, storyTables, toStoryPage, toStorySummary, type StoryRow } from '../queries.ts';

/** Lists the answers to a question of the viewer that they may hear, newest first. Empty for the question of another user. */
export async function listByQuestion(
  { database }: Services,
  viewer: Viewer,
  { id, cursor, limit }: PageRequest & { readonly id: string },
): Promise<Page<StorySummary>> {
  const { name, size } = toPageStatement(cursor ? 'answers-next' : 'answers', limit);
  const after = toPlaceInTime(cursor);
  const rows = await database.sql<StoryRow>({
    name,
    text: `SELECT ${storyColumns} FROM ${storyTables} JOIN questions q ON q.id = s.question_id
      WHERE s.question_id = $2::uuid AND q.user_id = $1::uuid AND ${isHeardByAsker}
        ${after ? 'AND (s.created_at, s.id) < ($3::timestamptz, $4::uuid)' : ''}
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${size}`,
    values: [viewer.id, id, ...(after ? [after.at, after.id] : [])],
  });
  return toStoryPage(rows, limit, toStorySummary(viewer), (row) => [row.created_at.getTime(), row.id]);
}

/**
 * Returns the row to change. Throws STORY_NOT_FOUND if the viewer may not see the story, and FORBIDDEN if it is not
 * theirs.
 */
export async function requireOwnStory({ database }: Services, viewer: Viewer, id: StoryId) {
  const story = await database.prisma.story.findUnique({
    where: { id },
    select: { id: true, userId: true, recordingId: true, published: true, hiddenAt: true },
  });
  if (!story || !canSee(viewer, story)) throw new DomainError('STORY_NOT_FOUND');
  if (!canEdit(viewer, story)) throw new DomainError('FORBIDDEN');
  return story;
}

export type OwnStory = Awaited<ReturnType<typeof requireOwnStory>>;
