import { canonicalId, laterId, type CollectionId, type Page, type StorySummary } from '@relato/contract';
import { z } from 'zod';
import { isInSight, isOpenTo, isWanted } from '../collections/queries.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { decodeCursor, toPageStatement, type PageRequest } from '../rpc/cursor.ts';
import { storyColumns, storyTables, toStoryPage, toStorySummary, type StoryRow } from './queries.ts';

const storyPosition = z.tuple([z.int32().min(1), canonicalId]);

/** Lists the stories of a collection in its order. Empty if the viewer may not open it. */
export async function listByCollection(
  { database }: Services,
  viewer: Viewer | null,
  { id, cursor, limit }: PageRequest & { readonly id: CollectionId },
): Promise<Page<StorySummary>> {
  const { name, size } = toPageStatement(
    `collected${id === laterId ? '-later' : ''}-${viewer?.role ?? 'visitor'}${cursor ? '-next' : ''}`,
    limit,
  );
  const wanted = isWanted(id, 2);
  const values: unknown[] = [viewer?.id ?? null, ...wanted.values];
  const after = cursor && decodeCursor(storyPosition, cursor);
  const position =
    after &&
    `AND (k.position, k.story_id) > ($${values.push(after[0])}::int, $${values.push(after[1])}::uuid)`;
  const rows = await database.sql<StoryRow & { readonly position: number }>({
    name,
    text: `SELECT ${storyColumns}, k.position FROM ${storyTables}
      JOIN collection_stories k ON k.story_id = s.id
      WHERE k.collection_id = (
          SELECT c.id FROM collections c JOIN profiles p ON p.id = c.user_id JOIN users u ON u.id = c.user_id
          WHERE ${wanted.isIt} AND ${isOpenTo(viewer)}
        ) AND ${isInSight(viewer)} ${position || ''}
      ORDER BY k.position, k.story_id LIMIT ${size}`,
    values,
  });
  return toStoryPage(rows, limit, toStorySummary(viewer), (row) => [row.position, row.id]);
}
