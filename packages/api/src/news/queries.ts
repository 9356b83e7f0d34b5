import {
  type BellItem,
  limits,
  type News,
  type NewsKind,
  newsKinds,
  type Page,
  retention,
  type StoryId,
  type UserId,
} from '@relato/contract';
import { findNotices } from '../appeals/queries.ts';
import { isShownTo } from '../blocks/queries.ts';
import { isOpenTo } from '../heard-stories.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage, toPageStatement, toPlaceInTime, type PageRequest } from '../rpc/cursor.ts';

/** SQL for the hour of a news row, as in the index `news_groups`. */
export const hourOf = (news: string): string => `date_trunc('hour', ${news}.created_at AT TIME ZONE 'UTC')`;

const oldest = `statement_timestamp() - interval '${retention.news.days} days'`;

/** SQL for whether a user, by default the viewer ($1), may see the story of a news row, if there is one. */
export const mayRead = (news: string, user = '$1::uuid'): string => `coalesce((
    SELECT s.user_id = ${user} OR (${isOpenTo(user)} AND ${isShownTo(user, 's.user_id')})
    FROM stories s WHERE s.id = ${news}.story_id
  ), true)`;

/** SQL for whether the viewer ($1) sees the actor of a news row, who may be suspended by now. */
const isOfShown = (news: string): string => `${isShownTo('$1::uuid', `${news}.actor_id`)}
  AND NOT EXISTS (SELECT FROM users u WHERE u.id = ${news}.actor_id AND u.suspended_at IS NOT NULL)`;

/** SQL for whether this version knows the kind of a news row, because a newer version may run beside it. */
const isKnown = (news: string): string =>
  `${news}.kind::text IN (${newsKinds.map((kind) => `'${kind}'`).join(', ')})`;

/** SQL for whether a user got a story as an answer to their question, so that they do not get it twice. */
export const isToldAsAnswer = (user: string, story: string): string =>
  `EXISTS (SELECT FROM news a WHERE a.user_id = ${user} AND a.story_id = ${story} AND a.kind = 'answer')`;

/**
 * SQL for the followed users whose new stories the viewer ($1) gets, and for those stories. They have no rows, because the
 * publication of a story would write one for each of a million followers.
 */
const toldStories = (size: number, condition: string): string => `follows f CROSS JOIN LATERAL (
    SELECT s.id, s.published_at FROM stories s
    WHERE s.user_id = f.following_id AND s.published AND s.hidden_at IS NULL
      AND s.published_at > GREATEST(f.told_since, ${oldest}) ${condition}
      AND NOT ${isToldAsAnswer('$1::uuid', 's.id')}
    ORDER BY s.published_at DESC, s.id DESC LIMIT ${size}
  ) AS s WHERE f.follower_id = $1::uuid AND f.told_since IS NOT NULL AND ${isShownTo('$1::uuid', 'f.following_id')}`;

/** SQL for the notices of the viewer ($1), who have few. The decision on an appeal moves its notice to the top again. */
const ownNotices = `(
    SELECT n.id, n.read_at IS NOT NULL AS is_read,
      coalesce((SELECT a.decided_at FROM appeals a WHERE a.notice_id = n.id), n.created_at) AS at
    FROM notices n WHERE n.user_id = $1::uuid)`;

interface BellRow {
  readonly kind: NewsKind | 'notice';
  readonly id: string;
  readonly at: Date;
  readonly people: number;
  readonly votes: number | null;
  readonly is_read: boolean;
  readonly story_id: StoryId | null;
  readonly title: string | null;
  readonly username: string | null;
  readonly name: string | null;
  readonly photo: string | null;
}

const toNews = (row: BellRow & { readonly kind: NewsKind }): News => ({
  id: row.id,
  kind: row.kind,
  createdAt: row.at,
  isRead: row.is_read,
  actor: row.name === null ? null : { name: row.name, username: row.username, photo: row.photo },
  others: row.people - 1,
  story: row.story_id === null || row.title === null ? null : { id: row.story_id, title: row.title },
  votes: row.votes,
});

const isNews = (row: BellRow): row is BellRow & { readonly kind: NewsKind } => row.kind !== 'notice';

/**
 * SQL for the last items among the news of the viewer ($1), with conditions for their rows and for the items. News of one
 * kind, story and hour are one item, with the time and the actor of the last one. Groups stay within an hour, so that a page
 * reads only the hours that it shows.
 */
const lastNews = (size: number, ofRows: string, ofItems: string): string => `
  SELECT g.kind, g.id, g.at, g.people, g.votes, g.is_read, g.story_id, NULL::uuid AS actor_id FROM (
    SELECT ${hourOf('n')} AS hour, n.kind::text AS kind, n.story_id, max(n.created_at) AS at,
      (array_agg(n.id ORDER BY n.created_at DESC, n.id DESC))[1] AS id,
      count(DISTINCT coalesce(n.actor_id, n.id))::integer AS people, max(n.votes) AS votes,
      bool_and(n.read_at IS NOT NULL) AS is_read
    FROM news n WHERE n.user_id = $1::uuid AND n.created_at > ${oldest} AND ${isOfShown('n')} AND ${isKnown('n')} ${ofRows}
    GROUP BY hour, n.kind, n.story_id
    ORDER BY hour DESC, at DESC, id DESC
  ) AS g WHERE ${mayRead('g')} ${ofItems}
  ORDER BY g.hour DESC, g.at DESC, g.id DESC LIMIT ${size}`;

/** SQL for a time, given as a parameter, as an hour of news. */
const toHour = (at: string): string => `date_trunc('hour', ${at}::timestamptz AT TIME ZONE 'UTC')`;

/** SQL for the `BellRow`s of items. */
const withNames = (items: string): string => `
  SELECT b.kind, b.id, b.at, b.people, b.votes, b.is_read, s.id AS story_id, s.title,
    p.username::text AS username, coalesce(p.username::text, c.author_name) AS name, p.photo_id AS photo
  FROM (${items}) AS b
  LEFT JOIN stories s ON s.id = b.story_id
  LEFT JOIN news n ON n.id = b.id
  LEFT JOIN profiles p ON p.id = coalesce(n.actor_id, b.actor_id)
  LEFT JOIN comments c ON c.id = n.comment_id
  ORDER BY b.at DESC, b.id DESC`;

/** Lists the news of the viewer with the notices and the new stories of followed users, newest first. */
export async function listNews(
  services: Services,
  viewer: Viewer,
  { cursor, limit }: PageRequest,
): Promise<Page<BellItem>> {
  const { name, size } = toPageStatement(cursor ? 'news-next' : 'news', limit);
  const after = toPlaceInTime(cursor);
  const values = [viewer.id, ...(after ? [after.at, after.id] : [])];
  const older = (columns: string): string => (after ? `AND (${columns}) < ($2::timestamptz, $3::uuid)` : '');
  const rows = await services.database.sql<BellRow>({
    name,
    text: withNames(`
      (${lastNews(size, after ? `AND ${hourOf('n')} <= ${toHour('$2')}` : '', older('g.at, g.id'))})
      UNION ALL
      (SELECT 'notice', n.id, n.at, 1, NULL, n.is_read, NULL, NULL
        FROM ${ownNotices} n WHERE true ${older('n.at, n.id')}
        ORDER BY n.at DESC, n.id DESC LIMIT ${size})
      UNION ALL
      (SELECT 'story', s.id, s.published_at, 1, NULL, s.published_at <= f.read_until, s.id, f.following_id
        FROM ${toldStories(size, older('s.published_at, s.id'))}
        ORDER BY s.published_at DESC, s.id DESC LIMIT ${size})
      ORDER BY at DESC, id DESC LIMIT ${size}`),
    values,
  });
  const notices = await findNotices(
    services,
    rows.filter((row) => !isNews(row)).map(({ id }) => id),
  );
  const { items, nextCursor } = toPage(
    rows,
    limit,
    (row) => (isNews(row) ? toNews(row) : notices.get(row.id)),
    (row) => [row.at.getTime(), row.id],
  );
  // A notice may be deleted with its account between the two statements.
  return { items: items.filter((item) => item !== undefined), nextCursor };
}

/** Lists the last unread news of a user in a period, newest first, without notices and the stories of followed users. */
export async function listUnreadNews(
  { database }: Pick<Services, 'database'>,
  id: UserId,
  { since, until, limit }: { readonly since: Date; readonly until: Date; readonly limit: number },
): Promise<News[]> {
  const rows = await database.sql<BellRow & { readonly kind: NewsKind }>({
    name: 'digest-news',
    text: withNames(
      lastNews(
        limit,
        `AND ${hourOf('n')} BETWEEN ${toHour('$2')} AND ${toHour('$3')}`,
        'AND NOT g.is_read AND g.at > $2::timestamptz AND g.at <= $3::timestamptz',
      ),
    ),
    values: [id, since, until],
  });
  return rows.map(toNews);
}

/** Counts the unread items of the list, only among the last ones if there are very many. */
export async function countUnread({ database }: Services, viewer: Viewer): Promise<number> {
  const [row] = await database.sql<{ readonly count: number }>({
    name: 'news-unread',
    text: `SELECT (
        (SELECT count(*) FROM notices WHERE user_id = $1::uuid AND read_at IS NULL)
        + (SELECT count(*) FROM (
            SELECT DISTINCT n.kind, n.story_id, ${hourOf('n')} FROM (
              SELECT n.kind, n.story_id, n.created_at FROM news n
              WHERE n.user_id = $1::uuid AND n.read_at IS NULL AND n.created_at > ${oldest} AND ${isOfShown('n')} AND ${isKnown('n')}
              ORDER BY n.created_at DESC LIMIT ${limits.news.maxCounted}) AS n
          ) AS g WHERE ${mayRead('g')})
        + (SELECT count(*) FROM ${toldStories(limits.page.maxSize, 'AND s.published_at > f.read_until')})
      )::integer AS count`,
    values: [viewer.id],
  });
  return row?.count ?? 0;
}
