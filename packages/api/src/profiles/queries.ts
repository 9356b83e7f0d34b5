import { isUsernameFree } from '@relato/auth';
import {
  canonicalId,
  DomainError,
  mayBeginName,
  username,
  type CountedProfile,
  type OwnProfile,
  type Page,
  type ProfileSummary,
  type PublicProfile,
  type UserId,
} from '@relato/contract';
import { toDisplayName } from '@relato/contract/profiles/rules';
import { z } from 'zod';
import { isBlockedWith, isMutedBy, isShownTo, notBlockedWith } from '../blocks/queries.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { decodeCursor, textPart, toPage, type PageRequest } from '../rpc/cursor.ts';
import { bearerOf, isShown } from './name-queries.ts';
import { toProfileSummary } from './summary-queries.ts';

export async function requireOwnProfile({ database }: Services, viewer: Viewer): Promise<OwnProfile> {
  const { photoId: photo, ...profile } = await database.prisma.profile.findUniqueOrThrow({
    where: { id: viewer.id },
    select: {
      username: true,
      fullName: true,
      postsCount: true,
      followersCount: true,
      followingCount: true,
      podcast: true,
      about: true,
      photoId: true,
    },
  });
  const { email } = viewer;
  return {
    ...profile,
    ...toProfileSummary({ ...profile, id: viewer.id, photo }),
    email,
    displayName: toDisplayName({ ...profile, email }),
  };
}

/** Returns the profiles of existing users who are neither suspended nor, except for moderators, blocked, in no particular order. */
export async function listByIds(
  { database }: Services,
  viewer: Viewer | null,
  ids: readonly UserId[],
): Promise<readonly ProfileSummary[]> {
  const rows = await database.prisma.profile.findMany({
    where: {
      id: { in: [...ids] },
      user: { suspendedAt: null, ...(viewer?.role === 'user' && notBlockedWith(viewer)) },
    },
    select: { id: true, username: true, photoId: true },
  });
  return rows.map(
    ({ id, username: name, photoId: photo }) => toProfileSummary({ id: id as UserId, username: name, photo }), // a row's id is a plain string
  );
}

/** The folded name alone is not unique, because older names may differ only in accents. */
const namePosition = z.tuple([textPart, canonicalId]);

/**
 * Lists the users whose username begins with a text, in the order of their names, ignoring case and accents. Omits suspended
 * users, and blocked ones in both directions.
 */
export async function listByBeginning(
  { database }: Services,
  viewer: Viewer | null,
  { search, cursor, limit }: PageRequest & { readonly search: string },
): Promise<Page<CountedProfile>> {
  const beginning = search.replace(/^@/u, '');
  if (!mayBeginName(beginning)) return { items: [], nextCursor: null };
  const after = cursor ? decodeCursor(namePosition, cursor) : [];
  const folded = 'search_fold(p.username::text)';
  // Not a named statement, because PostgreSQL reads a prefix from the index only if it knows the text.
  const values: unknown[] = [beginning, ...after];
  const isListed =
    viewer && `AND ${isShownTo(`$${values.push(viewer.id)}::uuid`, 'p.id', { showsMuted: true })}`;
  const rows = await database.sql<FoundProfileRow>({
    // The inner order is that of the index. Only users of one folded name are sorted by their ids.
    text: `SELECT * FROM (
        SELECT p.id, p.username, p.photo_id AS photo, p.posts_count, ${folded} AS folded
        FROM profiles p JOIN users u ON u.id = p.id
        WHERE ${folded} LIKE substr(search_pattern($1::text), 2) AND ${isShown}
          ${cursor ? `AND ${folded} ~>=~ $2::text AND (${folded} ~>~ $2::text OR p.id > $3::uuid)` : ''} ${isListed ?? ''}
        ORDER BY ${folded} USING ~<~ FETCH FIRST ${limit + 1} ROWS WITH TIES
      ) AS found ORDER BY folded USING ~<~, id LIMIT ${limit + 1}`,
    values,
  });
  const toFound = (row: FoundProfileRow): CountedProfile => ({
    ...toProfileSummary(row),
    postsCount: row.posts_count,
  });
  return toPage(rows, limit, toFound, (row) => [row.folded, row.id]);
}

/** The columns that `toProfileSummary` reads. */
interface FoundRow {
  readonly id: UserId;
  readonly username: string;
  readonly photo: string | null;
}

interface FoundProfileRow extends FoundRow {
  readonly posts_count: number;
  readonly folded: string;
}

interface PublicProfileRow extends FoundRow {
  readonly about: string;
  readonly posts_count: number;
  readonly followers_count: number;
  readonly following_count: number;
  readonly podcast: boolean;
  readonly is_following: boolean;
  readonly is_muted: boolean;
  readonly is_blocked: boolean;
  readonly is_told: boolean;
}

/**
 * Returns a profile by its username, ignoring case, or by a former one that redirects to it, in which case the answer has
 * another username. Throws PROFILE_NOT_FOUND, also for suspended users and invalid usernames, and PROFILE_UNAVAILABLE if one
 * of the two blocks the other and the viewer is not a moderator.
 */
export async function requirePublicProfile(
  { database }: Services,
  viewer: Viewer | null,
  name: string,
): Promise<PublicProfile> {
  const wanted = username.safeParse(name);
  if (!wanted.success) throw new DomainError('PROFILE_NOT_FOUND');
  const [row] = await database.sql<PublicProfileRow>({
    name: 'public-profile',
    text: `SELECT p.id, p.username, p.photo_id AS photo, p.about, p.posts_count, p.followers_count, p.following_count, p.podcast,
        f.id IS NOT NULL AS is_following, f.told_since IS NOT NULL AS is_told,
        ${isMutedBy('$2::uuid', 'p.id')} AS is_muted, ${isBlockedWith('$2::uuid', 'p.id')} AS is_blocked
      FROM profiles p JOIN users u ON u.id = p.id
      LEFT JOIN follows f ON f.follower_id = $2::uuid AND f.following_id = p.id
      WHERE p.id = ${bearerOf('$1')} AND ${isShown}`,
    values: [wanted.data, viewer?.id ?? null],
  });
  if (!row) throw new DomainError('PROFILE_NOT_FOUND');
  // Blocks do not apply to moderators, whose work they must not prevent.
  if (row.is_blocked && viewer?.role === 'user') throw new DomainError('PROFILE_UNAVAILABLE');
  return {
    ...toProfileSummary(row),
    about: row.about,
    postsCount: row.posts_count,
    followersCount: row.followers_count,
    followingCount: row.following_count,
    podcast: row.podcast,
    viewer: {
      isSelf: viewer?.id === row.id,
      isFollowing: row.is_following,
      isTold: row.is_told,
      isMuted: row.is_muted,
    },
  };
}

/**
 * Returns whether the viewer could take the username now; their own and their former ones count as available. Profiles get a
 * username when the account is confirmed, so that the answer does not reveal pending sign-ups.
 */
export const isUsernameAvailable = ({ database }: Services, viewer: Viewer, name: string): Promise<boolean> =>
  isUsernameFree(database.prisma, name, viewer.id);
