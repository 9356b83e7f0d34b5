import { DomainError, limits, type FoundSubject, type Page, type Subject } from '@relato/contract';
import { isShownTo } from '../../blocks/queries.ts';
import { isShown } from '../../profiles/name-queries.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { decodeCursor, textPosition, toPage, toPageStatement, type PageRequest } from '../../rpc/cursor.ts';

const { maxRead, maxVoices, maxRelated, maxCounted } = limits.subject;

/** SQL for the number of public stories with a folded tag, for `FoundSubject`. */
const countOf = (tag: string): string =>
  `(SELECT count(*)::int FROM (SELECT FROM story_tags c WHERE c.tag = ${tag} LIMIT ${maxCounted + 1}) AS counted)`;

/** SQL for the most frequent spelling of some tags, which are `tag` beside `folded`. */
const spelling = 'mode() WITHIN GROUP (ORDER BY tag)';

interface SubjectRow extends Omit<Subject, 'name' | 'viewer'> {
  /** Null without a public story. */
  readonly name: string | null;
  readonly isFollowing: boolean;
}

/**
 * Returns the subject of a tag in any spelling. Its data come from its newest stories, because a common tag has too many to
 * read. The server does not count plays, so voices are ranked by votes. Throws SUBJECT_NOT_FOUND if no public story has the
 * tag.
 */
export async function requireSubject(
  { database }: Services,
  viewer: Viewer | null,
  tag: string,
): Promise<Subject> {
  const [row] = await database.sql<SubjectRow>({
    name: viewer ? 'subject' : 'subject-visitor',
    text: `WITH wanted AS MATERIALIZED (SELECT search_fold($1::text) AS id),
      newest AS MATERIALIZED (
        SELECT t.story_id FROM story_tags t WHERE t.tag = (SELECT id FROM wanted)
        ORDER BY t.published_at DESC, t.story_id DESC LIMIT ${maxRead}
      ), told AS MATERIALIZED (
        SELECT s.user_id, s.score, s.tags, s.folded_tags FROM newest n JOIN stories s ON s.id = n.story_id
      ), named AS MATERIALIZED (
        SELECT folded, ${spelling} AS name, count(*) AS stories
        FROM told, unnest(told.tags, told.folded_tags) AS each(tag, folded) GROUP BY folded
      )
      SELECT id, (SELECT name FROM named WHERE folded = id) AS name, ${countOf('id')} AS "storiesCount",
        (SELECT coalesce(json_strip_nulls(json_agg(voice)), '[]') FROM (
          SELECT p.id, p.username, p.photo_id AS photo
          FROM (SELECT user_id, sum(score) AS score FROM told GROUP BY user_id) AS teller
          JOIN profiles p ON p.id = teller.user_id JOIN users u ON u.id = p.id
          WHERE ${isShown} ${viewer ? `AND ${isShownTo('$2::uuid', 'p.id')}` : ''} ORDER BY teller.score DESC, p.id LIMIT ${maxVoices}
        ) AS voice) AS voices,
        ARRAY(SELECT name FROM named WHERE folded <> id ORDER BY stories DESC, folded LIMIT ${maxRelated}) AS related,
        EXISTS (SELECT FROM followed_tags f WHERE f.user_id = $2::uuid AND f.tag = wanted.id) AS "isFollowing"
      FROM wanted`,
    values: [tag, viewer?.id ?? null],
  });
  if (!row) throw new Error('The statement always returns a row');
  const { name, isFollowing, ...subject } = row;
  if (name === null) throw new DomainError('SUBJECT_NOT_FOUND');
  return { ...subject, name, viewer: { isFollowing } };
}

/** SQL for the first tag `t` that meets a condition and begins with the text of `b`. */
const nextTag = (condition: string): string =>
  `(SELECT t.tag FROM story_tags t WHERE ${condition} AND t.tag < b.beginning || U&'\\+10FFFF' ORDER BY t.tag LIMIT 1)`;

/** Lists the tags of public stories that begin with a text, ignoring case and accents. Reads one entry of the index for each. */
export async function listSubjects(
  { database }: Services,
  { search, cursor, limit }: PageRequest & { readonly search: string },
): Promise<Page<FoundSubject>> {
  const { name, size } = toPageStatement(cursor ? 'subjects-next' : 'subjects', limit);
  const [after] = cursor ? decodeCursor(textPosition, cursor) : [];
  const rows = await database.sql<FoundSubject>({
    name,
    text: `WITH RECURSIVE b AS (SELECT search_fold($1::text) COLLATE "C" AS beginning),
      found AS (
        SELECT ${nextTag(after === undefined ? 't.tag >= b.beginning' : 't.tag >= b.beginning AND t.tag > $2::text')} AS tag FROM b
        UNION ALL SELECT ${nextTag('t.tag > f.tag')} FROM found f, b WHERE f.tag IS NOT NULL
      ), page AS (SELECT tag FROM found WHERE tag IS NOT NULL LIMIT ${size})
      SELECT page.tag AS id, ${countOf('page.tag')} AS "storiesCount", (
          SELECT each.tag FROM story_tags n JOIN stories s ON s.id = n.story_id,
            unnest(s.tags, s.folded_tags) AS each(tag, folded)
          WHERE n.tag = page.tag AND each.folded = page.tag
          ORDER BY n.published_at DESC, n.story_id DESC LIMIT 1
        ) AS name
      FROM page`,
    values: [search, ...(after === undefined ? [] : [after])],
  });
  return toPage(
    rows,
    limit,
    (row) => row,
    ({ id }) => [id],
  );
}
