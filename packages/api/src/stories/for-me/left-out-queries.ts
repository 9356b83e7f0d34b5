import type { LeftOut, Page } from '@relato/contract';
import { isShownTo } from '../../blocks/queries.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { toPage, toPageStatement, toPlaceInTime, type PageRequest } from '../../rpc/cursor.ts';

interface LeftOutRow extends LeftOut {
  readonly row: string;
  readonly at: Date;
}

/**
 * Lists the items that the viewer leaves out of 'Para ti', the last first. Omits those that they cannot see now: private
 * stories, and users who are suspended or have a block with them.
 */
export async function listLeftOut(
  { database }: Services,
  viewer: Viewer,
  { cursor, limit }: PageRequest,
): Promise<Page<LeftOut>> {
  const { name, size } = toPageStatement(cursor ? 'left-out-next' : 'left-out', limit);
  const after = toPlaceInTime(cursor);
  const rows = await database.sql<LeftOutRow>({
    name,
    text: `SELECT l.id AS row, l.created_at AS at, coalesce(s.id::text, p.id::text, l.tag) AS id,
        coalesce(s.title, p.username, l.name) AS name,
        CASE WHEN s.id IS NOT NULL THEN 'story' WHEN p.id IS NOT NULL THEN 'author' ELSE 'subject' END AS kind
      FROM left_out l
      LEFT JOIN stories s ON s.id = l.story_id AND s.published AND s.hidden_at IS NULL
      LEFT JOIN (profiles p JOIN users u ON u.id = p.id AND u.suspended_at IS NULL) ON p.id = l.author_id
      WHERE l.user_id = $1::uuid AND coalesce(s.title, p.username, l.name) IS NOT NULL
        AND ${isShownTo('$1::uuid', 'coalesce(s.user_id, l.author_id)', { showsMuted: true })}
        ${after ? 'AND (l.created_at, l.id) < ($2::timestamptz, $3::uuid)' : ''}
      ORDER BY l.created_at DESC, l.id DESC LIMIT ${size}`,
    values: [viewer.id, ...(after ? [after.at, after.id] : [])],
  });
  const toItem = ({ kind, id, name: label }: LeftOutRow): LeftOut => ({ kind, id, name: label });
  return toPage(rows, limit, toItem, (row) => [row.at.getTime(), row.row]);
}
