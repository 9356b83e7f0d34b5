import {
  DomainError,
  limits,
  placeSpan,
  toRangeText,
  type KeptSpan,
  type OwnReaction,
  type Page,
  type ReceivedReaction,
  type Sign,
  type StoryId,
  type StoryReactions,
  type UserId,
} from '@relato/contract';
import { isBlockedWith, isShownTo } from '../blocks/queries.ts';
import { toProfileSummary } from '../profiles/summary-queries.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage, toPageStatement, toPlaceInTime, type PageRequest } from '../rpc/cursor.ts';
import { requireOwnStory } from '../stories/visibility/queries.ts';
import { fromJson } from '../transcription/word-queries.ts';

const { maxCounted, minPeople, slices } = limits.reactions;

interface SliceRow {
  readonly slice: number;
  readonly people: number;
  readonly sign: Sign;
  readonly atMs: number;
}

interface ReactionsRow {
  readonly is_own: boolean;
  readonly people: number;
  readonly slices: readonly SliceRow[];
  readonly mine: readonly OwnReaction[];
}

const mine = `(SELECT jsonb_agg(jsonb_build_object(
    'startMs', r.start_ms, 'endMs', r.end_ms, 'sign', r.sign, 'text', r.text) ORDER BY r.start_ms, r.end_ms)
  FROM reactions r WHERE r.story_id = $2::uuid AND r.user_id = $1::uuid)`;

/**
 * Returns the viewer's signs on a story, and the parts where it moved people: to others than its author only from
 * `limits.reactions.minPeople` on, and without names or numbers. Each user counts once in each part. Throws STORY_NOT_FOUND
 * for a story that is neither public nor the viewer's, or that a block hides.
 */
export async function requireReactions(
  { database }: Services,
  viewer: Viewer | null,
  id: StoryId,
): Promise<StoryReactions> {
  // Moderators see what a block hides.
  const isBlocked = viewer?.role === 'user' ? `AND NOT ${isBlockedWith('$1::uuid', 's.user_id')}` : '';
  // Applies only to the author, because other viewers could learn by muting and unmuting who left a sign.
  const isShown = viewer ? `AND (story.user_id <> $1::uuid OR ${isShownTo('$1::uuid', 'r.user_id')})` : '';
  const [row] = await database.sql<ReactionsRow>({
    name: `reactions ${viewer?.role ?? 'visitor'}`,
    text: `WITH story AS MATERIALIZED (
        SELECT s.id, s.user_id, greatest(s.duration_ms, 1) AS duration_ms FROM stories s
        WHERE s.id = $2::uuid AND (s.user_id = $1::uuid OR s.published AND s.hidden_at IS NULL ${isBlocked})
      ), counted AS MATERIALIZED (
        SELECT DISTINCT ON (slice, user_id) *
        FROM (
          SELECT r.user_id, r.sign, r.start_ms, r.created_at, story.duration_ms,
            least((r.start_ms + r.end_ms) / 2 * ${slices} / story.duration_ms, ${slices - 1}) AS slice
          FROM story CROSS JOIN LATERAL (
            SELECT * FROM reactions r WHERE r.story_id = story.id ORDER BY r.created_at DESC, r.id DESC LIMIT ${maxCounted}
          ) AS r JOIN users u ON u.id = r.user_id
          WHERE u.suspended_at IS NULL ${isShown}
        ) AS r ORDER BY slice, user_id, created_at DESC
      ), slices AS (
        SELECT slice, count(*) AS people, mode() WITHIN GROUP (ORDER BY sign) AS sign,
          greatest(min(start_ms), slice * min(duration_ms) / ${slices}) AS "atMs"
        FROM counted GROUP BY slice
      )
      SELECT story.user_id IS NOT DISTINCT FROM $1::uuid AS is_own,
        (SELECT count(DISTINCT user_id)::int FROM counted) AS people,
        coalesce((SELECT jsonb_agg(to_jsonb(slices) ORDER BY slice) FROM slices), '[]') AS slices,
        coalesce(${viewer ? mine : 'NULL'}, '[]'::jsonb) AS mine
      FROM story`,
    values: [viewer?.id ?? null, id],
  });
  if (!row) throw new DomainError('STORY_NOT_FOUND');
  return { mine: row.mine, warm: row.people >= (row.is_own ? 1 : minPeople) ? toWarm(row.slices) : [] };
}

/** The share of the warmest part is rounded to steps, so that it reveals no number. */
function toWarm(found: readonly SliceRow[]): StoryReactions['warm'] {
  const most = Math.max(...found.map(({ people }) => people));
  return found.map(({ slice, people, sign, atMs }) => ({
    slice,
    sign,
    atMs,
    warmth: Math.ceil((people / most) * 10) / 10,
  }));
}

interface ReceivedRow extends KeptSpan {
  readonly id: string;
  readonly userId: UserId;
  readonly username: string | null;
  readonly photo: string | null;
  readonly sign: Sign;
  readonly createdAt: Date;
}

/**
 * Lists the signs on the viewer's story with the users who left them, the last ones first. Omits suspended users, users whom
 * the viewer mutes, and those with a block between them and the viewer. Throws STORY_NOT_FOUND and FORBIDDEN.
 */
export async function listReceived(
  services: Services,
  viewer: Viewer,
  { id, cursor, limit }: PageRequest & { readonly id: StoryId },
): Promise<Page<ReceivedReaction>> {
  const after = toPlaceInTime(cursor);
  await requireOwnStory(services, viewer, id);
  const { database } = services;
  const { name, size } = toPageStatement(cursor ? 'reactions-received-next' : 'reactions-received', limit);
  const [story, rows] = await Promise.all([
    database.prisma.story.findUnique({ where: { id }, select: { transcriptWords: true } }),
    database.sql<ReceivedRow>({
      name,
      text: `SELECT r.id, r.user_id AS "userId", p.username, p.photo_id AS photo, r.sign, r.text,
          r.start_ms AS "startMs", r.end_ms AS "endMs", r.created_at AS "createdAt"
        FROM reactions r JOIN profiles p ON p.id = r.user_id JOIN users u ON u.id = r.user_id
        WHERE u.suspended_at IS NULL AND r.story_id = $2::uuid AND ${isShownTo('$1::uuid', 'r.user_id')}
          ${after ? 'AND (r.created_at, r.id) < ($3::timestamptz, $4::uuid)' : ''}
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${size}`,
      values: [viewer.id, id, ...(after ? [after.at, after.id] : [])],
    }),
  ]);
  const words = fromJson(story?.transcriptWords) ?? [];
  const toReceived = (row: ReceivedRow): ReceivedReaction => {
    const range = placeSpan(words, row);
    return {
      id: row.id,
      person: toProfileSummary({ id: row.userId, username: row.username, photo: row.photo }),
      sign: row.sign,
      startMs: row.startMs,
      text: range && toRangeText(words, range),
      createdAt: row.createdAt,
    };
  };
  return toPage(rows, limit, toReceived, (row) => [row.createdAt.getTime(), row.id]);
}
