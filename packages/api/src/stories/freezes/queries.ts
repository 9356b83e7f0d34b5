import {
  DomainError,
  type Freeze,
  type FrozenStory,
  type Page,
  type StoryId,
  type UserId,
  type WholeFreeze,
} from '@relato/contract';
import { writeLook } from '../../moderation-log.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { toPage, toPlaceInTime, type PageRequest } from '../../rpc/cursor.ts';

interface FreezeRow {
  readonly id: string;
  readonly story_id: StoryId;
  readonly case_number: string;
  readonly title: string | null;
  readonly is_there: boolean;
  readonly frozen_by_id: UserId | null;
  readonly username: string | null;
  readonly created_at: Date;
  readonly ends_at: Date;
  readonly is_prolonged: boolean;
}

const columns = `f.id, f.story_id, f.case_number,
  CASE WHEN (f.content #>> '{story,published}')::boolean THEN f.content #>> '{story,title}' END AS title,
  EXISTS (SELECT FROM stories s WHERE s.id = f.story_id) AS is_there, f.frozen_by_id, p.username, f.created_at, f.ends_at, f.is_prolonged`;
const tables = 'freezes f LEFT JOIN profiles p ON p.id = f.frozen_by_id';

const toFreeze = (row: FreezeRow): Freeze => ({
  id: row.id,
  storyId: row.story_id,
  caseNumber: row.case_number,
  title: row.title,
  isThere: row.is_there,
  frozenBy: row.frozen_by_id === null ? null : { id: row.frozen_by_id, username: row.username },
  createdAt: row.created_at,
  endsAt: row.ends_at,
  isProlonged: row.is_prolonged,
});

/** Lists the frozen stories, last frozen first. */
export async function listFreezes(
  { database }: Services,
  { cursor, limit }: PageRequest,
): Promise<Page<Freeze>> {
  const after = toPlaceInTime(cursor);
  const rows = await database.sql<FreezeRow>({
    text: `SELECT ${columns} FROM ${tables} WHERE f.ended_at IS NULL ${after ? 'AND (f.created_at, f.id) < ($2::timestamptz, $3::uuid)' : ''}
      ORDER BY f.created_at DESC, f.id DESC LIMIT $1`,
    values: [limit + 1, ...(after ? [after.at, after.id] : [])],
  });
  return toPage(rows, limit, toFreeze, (row) => [row.created_at.getTime(), row.id]);
}

/** Returns a freeze with its copy, and logs the access. Throws FREEZE_NOT_FOUND. */
export async function readFreeze({ database }: Services, viewer: Viewer, id: string): Promise<WholeFreeze> {
  const [row] = await database.sql<FreezeRow & { readonly content: FrozenStory }>({
    text: `SELECT ${columns}, f.content FROM ${tables} WHERE f.id = $1::uuid AND f.ended_at IS NULL`,
    values: [id],
  });
  if (!row) throw new DomainError('FREEZE_NOT_FOUND');
  await writeLook({ database }, viewer, { action: 'read-story', storyId: row.story_id });
  return { ...toFreeze(row), content: row.content };
}
