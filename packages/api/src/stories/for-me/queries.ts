import { canonicalId, limits, serverLimits, type StoryReason } from '@relato/contract';
import { z } from 'zod';
import { isShownTo } from '../../blocks/queries.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { decodeCursor, timePosition, toPageStatement, type PageRequest } from '../../rpc/cursor.ts';
import { toOrderBy, type FeedPage } from '../feed-queries.ts';
import { storyColumns, storyTables, toStoryPage, toStorySummary, type StoryRow } from '../queries.ts';

const { maxOfAuthor, newcomer } = serverLimits.forMe;
/** The limit of followed users, those who published last, and of the stories of each. */
const maxPeople = 100;
export const maxOfPerson = 6;
/** The limit of the last voted and of the last finished stories, whose subjects count like followed ones. */
const maxLiked = 20;
const maxLikedSubjects = 30;
const maxOfSubject = 10;
/** The limit of the newest stories that are read of a user or a subject, including finished and left-out ones. */
const maxRead = 200;
/** The limit of the newest stories of all users that are searched for newcomers. */
const maxReadOfAll = 300;

/** SQL for the moment at which the viewer opened the list. Their actions on later pages change neither them nor earlier ones. */
const start = '(SELECT at FROM start)';
const isPublic = `s.published AND s.hidden_at IS NULL AND s.published_at <= ${start}`;
const isNewest = 's.published_at DESC, s.id DESC';

/** SQL for whether the viewer has neither voted for the story `s`, nor finished it, nor left it out before a moment. */
const isOpen = (until: string): string => `NOT (
  EXISTS (SELECT FROM votes v WHERE v.story_id = s.id AND v.user_id = $1::uuid AND v.created_at <= ${until})
  OR EXISTS (SELECT FROM listens l WHERE l.story_id = s.id AND l.user_id = $1::uuid AND l.finished_at <= ${until})
  OR EXISTS (SELECT FROM left_out l WHERE l.story_id = s.id AND l.user_id = $1::uuid AND l.created_at <= ${until})
  OR EXISTS (SELECT FROM left_out l WHERE l.author_id = s.user_id AND l.user_id = $1::uuid AND l.created_at <= ${until})
  OR s.folded_tags && ARRAY(SELECT l.tag FROM left_out l
    WHERE l.user_id = $1::uuid AND l.tag IS NOT NULL AND l.created_at <= ${until}))`;
const isShown = isShownTo('$1::uuid', 's.user_id');
const isCandidate = `${isPublic} AND s.user_id <> $1::uuid AND ${isShown} AND ${isOpen(start)}`;

/** SQL for whether the viewer voted against the story `s`, or left it or its author out. */
const isRejected = `(
  EXISTS (SELECT FROM votes v WHERE v.story_id = s.id AND v.user_id = $1::uuid AND v.direction = 'down' AND v.created_at <= ${start})
  OR EXISTS (SELECT FROM left_out l WHERE l.user_id = $1::uuid AND l.created_at <= ${start}
    AND (l.story_id = s.id OR l.author_id = s.user_id)))`;

/** SQL for the last stories of others that the viewer voted for or finished, with the time. */
const liked = (kind: 'voted' | 'heard', table: string, at: string): string => `(
  SELECT '${kind}' AS kind, s.title, s.folded_tags, l.${at} AS at
  FROM ${table} l JOIN stories s ON s.id = l.story_id
  WHERE l.user_id = $1::uuid AND l.${at} <= ${start} ${kind === 'voted' ? `AND l.direction = 'up'` : ''}
    AND ${isPublic} AND s.user_id <> $1::uuid AND ${isShown} AND NOT ${isRejected}
  ORDER BY l.${at} DESC LIMIT ${maxLiked})`;

/**
 * The candidates are read from indexes: the newest stories of the followed users who published last, and of the subjects.
 * The `round` of a story counts pairs of newer stories by its author. A page has stories of one round, so at most two of an
 * author, and a round has the newest of all authors. Newcomers are only by authors without candidates, so that no story is
 * in both.
 */
const toStatement = (size: number): string => `WITH start AS MATERIALIZED (
    SELECT coalesce($2::timestamptz, date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond') AS at
  ), subjects AS MATERIALIZED (
    SELECT DISTINCT ON (tag) tag, weight, kind, name FROM (
      SELECT f.tag, 2 AS weight, 'subject' AS kind, f.name FROM followed_tags f
      WHERE f.user_id = $1::uuid AND f.created_at <= ${start}
      UNION ALL (
        SELECT tag, 3, kind, title FROM (
          SELECT DISTINCT ON (each.tag) each.tag, l.kind, l.title, l.at
          FROM (${liked('voted', 'votes', 'created_at')} UNION ALL ${liked('heard', 'listens', 'finished_at')}) AS l,
            unnest(l.folded_tags) AS each(tag)
          ORDER BY each.tag, l.at DESC
        ) AS l ORDER BY at DESC, tag LIMIT ${maxLikedSubjects}
      )
    ) AS each ORDER BY tag, weight
  ), tellers AS MATERIALIZED (
    SELECT f.following_id FROM (
      SELECT following_id FROM follows WHERE follower_id = $1::uuid AND created_at <= ${start}
      ORDER BY created_at DESC, id DESC LIMIT ${limits.feed.maxFollowed}
    ) AS f CROSS JOIN LATERAL (
      SELECT s.id, s.published_at FROM stories s WHERE s.user_id = f.following_id AND ${isPublic}
      ORDER BY ${isNewest} LIMIT 1
    ) AS s
    WHERE ${isShownTo('$1::uuid', 'f.following_id')} AND NOT EXISTS (
      SELECT FROM left_out l WHERE l.author_id = f.following_id AND l.user_id = $1::uuid AND l.created_at <= ${start})
    ORDER BY ${isNewest} LIMIT ${maxPeople}
  ), found AS (
    SELECT s.id, s.user_id, s.published_at AS at, 1 AS weight, 'author' AS kind, NULL AS name
    FROM tellers t CROSS JOIN LATERAL (
      SELECT s.id, s.user_id, s.published_at FROM (
        SELECT * FROM stories s WHERE s.user_id = t.following_id AND ${isPublic} ORDER BY ${isNewest} LIMIT ${maxRead}
      ) AS s WHERE ${isCandidate} ORDER BY ${isNewest} LIMIT ${maxOfPerson}
    ) AS s
    UNION ALL
    SELECT s.id, s.user_id, s.published_at, x.weight, x.kind, x.name
    FROM subjects x CROSS JOIN LATERAL (
      SELECT s.id, s.user_id, s.published_at FROM (
        SELECT t.story_id, t.published_at FROM story_tags t WHERE t.tag = x.tag AND t.published_at <= ${start}
        ORDER BY t.published_at DESC, t.story_id DESC LIMIT ${maxRead}
      ) AS t JOIN stories s ON s.id = t.story_id WHERE ${isCandidate}
      ORDER BY t.published_at DESC, t.story_id DESC LIMIT ${maxOfSubject}
    ) AS s
  ), candidates AS MATERIALIZED (
    SELECT *, (row_number() OVER (PARTITION BY user_id ORDER BY at DESC, id DESC)::int - 1) / ${maxOfAuthor} AS round
    FROM (SELECT DISTINCT ON (id) * FROM found ORDER BY id, weight, name) AS once
  ), newcomers AS MATERIALIZED (
    SELECT DISTINCT ON (s.user_id) s.id, s.user_id, s.published_at AS at FROM (
      SELECT * FROM stories s
      WHERE ${isPublic} AND story_heat(0, s.published_at) <= story_heat(0, ${start})
      ORDER BY ${toOrderBy('newest')} LIMIT ${maxReadOfAll}
    ) AS s
    WHERE s.published_at > ${start} - interval '${newcomer.maxDays} days'
      AND s.upvotes + s.downvotes <= ${newcomer.maxVotes} AND ${isCandidate}
      AND s.user_id NOT IN (SELECT user_id FROM candidates)
    ORDER BY s.user_id, ${isNewest}
  ), page AS MATERIALIZED (
    (SELECT c.id, c.round, c.at, c.kind, c.name FROM (
        SELECT * FROM candidates
        WHERE round > $3::int OR round = $3::int AND (at, id) < (coalesce($4::timestamptz, ${start}), $5::uuid)
        ORDER BY round, at DESC, id DESC
      ) AS c JOIN stories s ON s.id = c.id WHERE ${isOpen(`'infinity'`)}
      ORDER BY c.round, c.at DESC, c.id DESC LIMIT ${size})
    UNION ALL
    (SELECT c.id, NULL, c.at, 'new', NULL FROM (
        SELECT * FROM newcomers WHERE (at, id) < (coalesce($6::timestamptz, ${start}), $7::uuid) ORDER BY at DESC, id DESC
      ) AS c JOIN stories s ON s.id = c.id WHERE ${isOpen(`'infinity'`)}
      ORDER BY c.at DESC, c.id DESC LIMIT ${Math.ceil(size / newcomer.every)})
  )
  SELECT ${storyColumns}, x.round, x.at, x.kind, x.name, ${start} AS since
  FROM page x, ${storyTables} WHERE s.id = x.id ORDER BY x.round, x.at DESC, x.id DESC`;

interface ForMeRow extends StoryRow {
  /** Null for a newcomer. */
  readonly round: number | null;
  readonly at: Date;
  readonly kind: StoryReason['kind'];
  readonly name: string | null;
  readonly since: Date;
}

/** The cursor: the list, when it was opened, the position of the last story in its round, and that of the last newcomer. */
const position = z.tuple([
  z.literal('forMe'),
  timePosition,
  z.int32().min(0),
  timePosition,
  canonicalId,
  timePosition,
  canonicalId,
]);
/** The greatest possible id. */
const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const toDate = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

/**
 * Lists stories for the viewer, each with its reason, without their own and those that they voted for, finished or left out.
 * Empty for a visitor. Throws CURSOR_INVALID.
 */
export async function listForMe(
  { database }: Services,
  viewer: Viewer | null,
  { cursor, limit }: PageRequest,
): Promise<FeedPage> {
  const [, sinceMs, round = 0, atMs, id = greatestId, newAtMs, newId = greatestId] = cursor
    ? decodeCursor(position, cursor)
    : [];
  if (!viewer) return { items: [], nextCursor: null };
  const { name, size } = toPageStatement('feed-for-me', limit, limits.feed.pageSize);
  const rows = await database.sql<ForMeRow>({
    name,
    text: toStatement(size),
    values: [viewer.id, toDate(sinceMs), round, toDate(atMs), id, toDate(newAtMs), newId],
  });
  const chosen = rows.filter((row) => row.round !== null);
  const page = mix(
    chosen,
    rows.filter((row) => row.round === null),
  );
  const toSummary = toStorySummary(viewer);
  return toStoryPage(
    [...page, ...chosen.filter((row) => !page.includes(row))],
    Math.min(limit, page.length),
    (row) => ({ ...toSummary(row), reason: toReason(row) }),
    (row) => {
      const shown = page.slice(0, page.indexOf(row) + 1);
      const last = shown.findLast((each) => each.round !== null) ?? row;
      const newest = shown.findLast((each) => each.round === null);
      return [
        'forMe',
        row.since.getTime(),
        last.round ?? round,
        last.at.getTime(),
        last.id,
        newest?.at.getTime() ?? newAtMs ?? row.since.getTime(),
        newest?.id ?? newId,
      ];
    },
  );
}

/** Returns the stories of the first round, with a newcomer after every few of them. */
function mix(chosen: readonly ForMeRow[], newcomers: readonly ForMeRow[]): readonly ForMeRow[] {
  const each = newcomer.every - 1;
  return chosen
    .filter(({ round }) => round === chosen[0]?.round)
    .flatMap((row, index) => {
      const next = (index + 1) % each === 0 ? newcomers[(index + 1) / each - 1] : undefined;
      return next ? [row, next] : [row];
    });
}

function toReason({ kind, name }: ForMeRow): StoryReason {
  switch (kind) {
    case 'author':
    case 'new':
      return { kind };
    case 'subject':
      return { kind, name: name ?? '' };
    case 'voted':
    case 'heard':
      return { kind, title: name ?? '' };
  }
}
