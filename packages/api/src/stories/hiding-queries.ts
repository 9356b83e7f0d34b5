import type { Page, StorySummary } from '@relato/contract';
import { isHeardByAll } from '../heard-stories.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPlaceInTime, type PageRequest } from '../rpc/cursor.ts';
import { storyColumns, storyTables, toStoryPage, toStorySummary, type StoryRow } from './queries.ts';
import { decidedTitle, hiddenVersion } from './version-queries.ts';

/**
 * Lists the stories that moderators hid, last decided first, with the title of the decision and without the text. Omits
 * stories that are hidden only because their author is suspended.
 */
export async function listHidden(
  { database }: Services,
  viewer: Viewer,
  { cursor, limit }: PageRequest,
): Promise<Page<StorySummary>> {
  const after = toPlaceInTime(cursor);
  const values = [viewer.id, limit + 1, ...(after ? [after.at, after.id] : [])];
  const position = after ? 'AND (s.hidden_at, s.id) < ($3::timestamptz, $4::uuid)' : '';
  const text = `SELECT ${storyColumns}, CASE WHEN ${isHeardByAll} THEN coalesce(${hiddenVersion} ->> 'title', s.title)
      ELSE ${decidedTitle} END AS decided_title
    FROM ${storyTables}
    WHERE s.hidden_at IS NOT NULL AND NOT s.hidden_with_author ${position}
    ORDER BY s.hidden_at DESC, s.id DESC
    LIMIT $2`;
  const rows = await database.sql<StoryRow & { readonly decided_title: string }>({ text, values });
  const toHidden = ({ decided_title: title, ...row }: (typeof rows)[number]): StorySummary =>
    toStorySummary(viewer)({ ...row, title, transcript: null, tags: [], peaks: '' });
  return toStoryPage(rows, limit, toHidden, (row) => [row.hidden_at?.getTime() ?? 0, row.id]);
}
