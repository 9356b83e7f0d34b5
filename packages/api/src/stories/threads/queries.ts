import { type Page, serverLimits, type StoryId, type StoryLine, type StorySummary } from '@relato/contract';
import { z } from 'zod';
import { isShownTo } from '../../blocks/queries.ts';
import { isInSight, isOpenTo } from '../../heard-stories.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { agePosition, decodeCursor, toPageStatement, type PageRequest } from '../../rpc/cursor.ts';
import { storyColumns, storyTables, toStoryPage, toStorySummary, type StoryRow } from '../queries.ts';

type OriginRequest = PageRequest & { readonly id: StoryId };

/**
 * Lists the replies to a story that the viewer may hear, oldest first, in the order of playback. Includes waiting ones for
 * their authors, and for the author of the story, for whom they come first.
 */
export async function listReplies(
  { database }: Services,
  viewer: Viewer | null,
  request: OriginRequest,
): Promise<Page<StorySummary>> {
  const own = viewer && { id: request.id, userId: viewer.id };
  const isOwn = own !== null && (await database.prisma.story.count({ where: own })) > 0;
  return listByOrigin(database, viewer, { ...request, kind: isOwn ? 'own-reply' : 'reply' });
}

/** Lists the public follow-ups of a story that the viewer may see, newest first. */
export const listGrown = (
  { database }: Services,
  viewer: Viewer | null,
  request: OriginRequest,
): Promise<Page<StorySummary>> => listByOrigin(database, viewer, { ...request, kind: 'grown' });

/** The replies in `own-reply` that wait for the viewer come first. */
const lists = {
  reply: { follows: 'reply', isFirst: '>', order: 'ASC', waitFirst: false },
  'own-reply': { follows: 'reply', isFirst: '>', order: 'ASC', waitFirst: true },
  grown: { follows: 'grown', isFirst: '<', order: 'DESC', waitFirst: false },
} as const;

/** The cursor: the position of the last story in time, and whether it was approved. */
const place = z.tuple([...agePosition.def.items, z.number().int().min(0).max(1)]);

async function listByOrigin(
  database: Services['database'],
  viewer: Viewer | null,
  { id, kind, cursor, limit }: OriginRequest & { readonly kind: keyof typeof lists },
): Promise<Page<StorySummary>> {
  const { name, size } = toPageStatement(`by-${kind}${cursor ? '-next' : ''}`, limit);
  const { follows, isFirst, order, waitFirst } = lists[kind];
  const after = cursor ? decodeCursor(place, cursor) : null;
  const isAfter = waitFirst
    ? `AND (s.is_let_in::int, s.created_at, s.id) > ($5::int, $3::timestamptz, $4::uuid)`
    : `AND (s.created_at, s.id) ${isFirst} ($3::timestamptz, $4::uuid)`;
  const rows = await database.sql<StoryRow & { readonly letIn: number }>({
    name,
    text: `SELECT ${storyColumns}, s.is_let_in::int AS "letIn" FROM ${storyTables}
      WHERE s.origin_id = $2::uuid AND s.origin_kind = '${follows}' AND ${isOpenTo('$1::uuid')} AND ${isShownTo('$1::uuid', 's.user_id')}
        AND EXISTS (SELECT FROM stories o WHERE o.id = $2::uuid AND ${isInSight('o')}) ${after ? isAfter : ''}
      ORDER BY ${waitFirst ? 's.is_let_in::int, ' : ''}s.created_at ${order}, s.id ${order} LIMIT ${size}`,
    values: [
      viewer?.id ?? null,
      id,
      ...(after ? [new Date(after[0]), after[1], ...(waitFirst ? [after[2]] : [])] : []),
    ],
  });
  return toStoryPage(rows, limit, toStorySummary(viewer), (row) => [
    row.created_at.getTime(),
    row.id,
    row.letIn,
  ]);
}

/**
 * Lists the stories that led to one, each following the previous one, the direct origin last. Ends at a story that the
 * viewer may not see, so that nothing is revealed of its origin. Empty for a story that they may not see.
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
        WHERE l.origin_kind = 'grown' AND l.depth < ${serverLimits.tree.maxDepth} AND ${isInSight('o')}
      )
      SELECT origin_of($1::uuid, l.origin_kind, l.origin_id, true) -> 'story' AS line
      FROM line l WHERE l.origin_kind = 'grown' AND l.depth < ${serverLimits.tree.maxDepth} ORDER BY l.depth`,
    values: [viewer?.id ?? null, id],
  });
  return rows.flatMap(({ line }) => line ?? []);
}
