import type { ModeratedUser, ListUsersInput, Page, Role, UserId } from '@relato/contract';
import { isHeardByAll } from '../heard-stories.ts';
import { toProfileSummary } from '../profiles/summary-queries.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage, toPlaceInTime } from '../rpc/cursor.ts';
import { canSeeEmail, canSuspend } from './policy.ts';

/** Escapes a text for use within a LIKE pattern. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

interface UserRow {
  readonly id: UserId;
  readonly username: string | null;
  readonly photo: string | null;
  readonly full_name: string | null;
  readonly about: string | null;
  readonly email: string | null;
  readonly role: Role;
  readonly created_at: Date;
  readonly suspended_at: Date | null;
  readonly suspended_reason: string | null;
  readonly stories: number;
  readonly hidden_stories: number;
  readonly comments: number;
  readonly open_reports: number;
}

const toModeratedUser =
  (viewer: Viewer) =>
  (row: UserRow): ModeratedUser => ({
    ...toProfileSummary(row),
    fullName: row.full_name,
    about: row.about ?? '',
    email: canSeeEmail(viewer) ? row.email : null,
    role: row.role,
    createdAt: row.created_at,
    suspended: row.suspended_at && { at: row.suspended_at, reason: row.suspended_reason },
    storiesCount: row.stories,
    hiddenStoriesCount: row.hidden_stories,
    commentsCount: row.comments,
    openReportsCount: row.open_reports,
    viewer: { canSuspend: canSuspend(viewer, row) },
  });

/** SQL for the counted stories. The number of private stories of a user, which a suspension hides as well, must not show. */
const isModerated = `(${isHeardByAll} OR (s.hidden_at IS NOT NULL AND NOT s.hidden_with_author))`;

/** The most matches of a search that are looked up. Of more, the newest accounts are read until a page of them has come. */
const maxLookedUp = 500;
/** The indexes know parts of three letters. Shorter texts match many accounts. */
const minIndexedLength = 3;

interface Sought {
  readonly name: string;
  /** Null for a viewer who may not read addresses. */
  readonly email: string | null;
}

const toPattern = (text: string): string => `%${escapeLike(text)}%`;

/** Returns the users whose name or address contains the text, or null for many. */
async function findFew(
  { database }: Pick<Services, 'database'>,
  { name, email }: Sought,
): Promise<readonly UserId[] | null> {
  if (name.length < minIndexedLength) return null;
  const limit = `LIMIT ${maxLookedUp + 1}`;
  const rows = await database.sql<{ readonly id: UserId }>({
    text: `(SELECT id FROM profiles WHERE username::text ILIKE $1 OR full_name ILIKE $1 ${limit})
      ${email === null ? '' : `UNION (SELECT id FROM users WHERE email::text ILIKE $2 ${limit})`}`,
    values: [name, email].flatMap((text) => (text === null ? [] : toPattern(text))),
    pool: 'write',
  });
  return rows.length > maxLookedUp ? null : rows.map(({ id }) => id);
}

/** Lists users, newest first. The search covers only the columns that the viewer may read. */
export async function listUsers(
  { database }: Services,
  viewer: Viewer,
  { cursor, limit, search, suspended, role }: ListUsersInput,
): Promise<Page<ModeratedUser>> {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['true'];
  if (search) {
    // Names are shown with an @, and may be typed so.
    const name = search.replace(/^@(?=.)/u, '');
    const email = canSeeEmail(viewer) ? search : null;
    const found = await findFew({ database }, { name, email });
    if (found) conditions.push(`u.id = ANY (${bind(found)}::uuid[])`);
    else {
      const $name = bind(toPattern(name));
      const inEmail = email === null ? '' : ` OR u.email::text ILIKE ${bind(toPattern(email))}`;
      conditions.push(`(p.username::text ILIKE ${$name} OR p.full_name ILIKE ${$name}${inEmail})`);
    }
  }
  if (suspended !== undefined) conditions.push(`(u.suspended_at IS NOT NULL) = ${bind(suspended)}::boolean`);
  if (role) conditions.push(`u.role = ${bind(role)}::role`);
  const after = toPlaceInTime(cursor);
  if (after)
    conditions.push(`(u.created_at, u.id) < (${bind(after.at)}::timestamptz, ${bind(after.id)}::uuid)`);
  const rows = await database.sql<UserRow>({
    text: `SELECT u.id, p.username::text, p.photo_id AS photo, p.full_name, p.about, u.email::text, u.role::text, u.created_at, u.suspended_at,
        u.suspended_reason,
        (SELECT count(*)::int FROM stories s WHERE s.user_id = u.id AND ${isModerated}) AS stories,
        (SELECT count(*)::int FROM stories s WHERE s.user_id = u.id AND ${isModerated} AND s.hidden_at IS NOT NULL)
          AS hidden_stories,
        (SELECT count(*)::int FROM comments WHERE user_id = u.id) AS comments,
        (SELECT count(*)::int FROM reports r JOIN stories s ON s.id = r.story_id
          WHERE s.user_id = u.id AND r.status IN ('pending', 'reviewing') AND r.reason NOT IN ('watched', 'first')) AS open_reports
      FROM users u LEFT JOIN profiles p ON p.id = u.id
      WHERE ${conditions.join(' AND ')}
      ORDER BY u.created_at DESC, u.id DESC
      LIMIT ${bind(limit + 1)}`,
    values,
    // A search for a few letters may read many accounts, which may exceed the usual timeout.
    pool: 'write',
  });
  return toPage(rows, limit, toModeratedUser(viewer), (row) => [row.created_at.getTime(), row.id]);
}
