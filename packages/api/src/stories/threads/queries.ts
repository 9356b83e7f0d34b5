import { limits, type Page, type StoryId, type StoryLine, type StorySummary } from '@relato/contract';
import { isShownTo } from '../../blocks/queries.ts';
import { isInSight, isOpenTo } from '../../heard-stories.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { toPageStatement, toPlaceInTime, type PageRequest } from '../../rpc/cursor.ts';
import { storyColumns, storyTables, toStoryPage, toStorySummary, type StoryRow } from '../queries.ts';

type OriginRequest = PageRequest & { readonly id: StoryId };

/**
 * Lists the replies to a story that the viewer may hear, the oldest first, as they are heard after it: also those that wait, to their
 * authors and to that of the story.
 */
export const listReplies = (
  { database }: Services,
  viewer: Viewer | null,
  request: OriginRequest,
): Promise<Page<StorySummary>> =>
  listByOrigin(database, viewer, { ...request, kind: 'reply', isFirst: '>', order: 'ASC' });

/** Lists the public stories that grew from one that the viewer may see, the newest first. */
export const listGrown = (
  { database }: Services,
  viewer: Viewer | null,
  request: OriginRequest,
): Promise<Page<StorySummary>> =>
  listByOrigin(database, viewer, { ...request, kind: 'grown', isFirst: '<', order: 'DESC' });

async function listByOrigin(
  database: Services['database'],
  viewer: Viewer | null,
  {
    id,
    kind,
    isFirst,
    order,
    cursor,
    limit,
  }: OriginRequest & {
    readonly kind: 'reply' | 'grown';
    readonly isFirst: '<' | '>';
    readonly order: 'ASC' | 'DESC';
  },
): Promise<Page<StorySummary>> {
  const { name, size } = toPageStatement(`by-${kind}${cursor ? '-next' : ''}`, limit);
  const after = toPlaceInTime(cursor);
  const rows = await database.sql<StoryRow>({
    name,
    text: `SELECT ${storyColumns} FROM ${storyTables}
      WHERE s.origin_id = $2::uuid AND s.origin_kind = '${kind}' AND ${isOpenTo('$1::uuid')} AND ${isShownTo('$1::uuid', 's.user_id')}
        AND EXISTS (SELECT FROM stories o WHERE o.id = $2::uuid AND ${isInSight('o')})
        ${after ? `AND (s.created_at, s.id) ${isFirst} ($3::timestamptz, $4::uuid)` : ''}
      ORDER BY s.created_at ${order}, s.id ${order} LIMIT ${size}`,
    values: [viewer?.id ?? null, id, ...(after ? [after.at, after.id] : [])],
  });
  return toStoryPage(rows, limit, toStorySummary(viewer), (row) => [row.created_at.getTime(), row.id]);
}

/**
 * Lists the stories from which one grew, one from another, the first one last. It ends before one that is not there for the viewer, so
 * that nothing is told of what that one grew from. Empty for a story that they may not see.
 */
export async function listAncestors(
  { database }: Services,
  viewer: Viewer | null,
  id: StoryId,
): Promise<readonly StoryLine[]> {
  const rows = await database.sql<{ readonly line: StoryLine }>({
    name: 'ancestors',
    text: `WITH RECURSIVE line AS (
        SELECT s.id, s.origin_id, s.origin_kind, 0 AS depth FROM stories s WHERE s.id = $2::uuid AND ${isInSight('s')}
        UNION ALL
        SELECT o.id, o.origin_id, o.origin_kind, l.depth + 1 FROM line l JOIN stories o ON o.id = l.origin_id
        WHERE l.origin_kind = 'grown' AND l.depth < ${limits.tree.maxDepth} AND ${isInSight('o')}
      )
      SELECT origin_of($1::uuid, l.origin_kind, l.origin_id, true) -> 'story' AS line
      FROM line l WHERE l.origin_kind = 'grown' AND l.depth < ${limits.tree.maxDepth} ORDER BY l.depth`,
    values: [viewer?.id ?? null, id],
  });
  return rows.flatMap(({ line }) => line ?? []);
}
