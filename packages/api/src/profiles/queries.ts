import { isUsernameFree } from '@relato/auth';
import {
  DomainError,
  limits,
  username,
  type FoundProfile,
  type OwnProfile,
  type ProfileSummary,
  type PublicProfile,
  type UserId,
} from '@relato/contract';
import { toDisplayName } from '@relato/contract/profiles/rules';
import type { Services, Viewer } from '../rpc/context.ts';
import { bearerOf } from './name-queries.ts';
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

/** Returns the profiles of those users who exist and are not suspended, in no particular order. */
export async function listByIds(
  { database }: Services,
  ids: readonly UserId[],
): Promise<readonly ProfileSummary[]> {
  const rows = await database.prisma.profile.findMany({
    where: { id: { in: [...ids] }, user: { suspendedAt: null } },
    select: { id: true, username: true, photoId: true },
  });
  return rows.map(
    ({ id, username: name, photoId: photo }) => toProfileSummary({ id: id as UserId, username: name, photo }), // a row's id is a plain string
  );
}

/**
 * Lists the first users whose username begins with a text, in the order of their names, ignoring case and accents. At most
 * as many as a row of the screen shows. Suspended users have no public profile.
 */
export async function listByBeginning(
  { database }: Services,
  search: string,
): Promise<readonly FoundProfile[]> {
  const beginning = search.replace(/^@/u, '');
  if (beginning === '' || /\s/u.test(beginning)) return [];
  // Without a name: only for a known text PostgreSQL reads the beginning from the index.
  const rows = await database.sql<FoundRow>({
    text: `SELECT p.id, p.username, p.photo_id AS photo FROM profiles p JOIN users u ON u.id = p.id
      WHERE search_fold(p.username::text) LIKE substr(search_pattern($1::text), 2)
        AND p.username IS NOT NULL AND u.suspended_at IS NULL
      ORDER BY search_fold(p.username::text) USING ~<~ LIMIT ${limits.search.maxPeople}`,
    values: [beginning],
  });
  return rows.map(toProfileSummary);
}

/** What `toProfileSummary` reads. */
interface FoundRow {
  readonly id: UserId;
  readonly username: string;
  readonly photo: string | null;
}

interface PublicProfileRow extends FoundRow {
  readonly about: string;
  readonly full_name: string | null;
  readonly posts_count: number;
  readonly followers_count: number;
  readonly following_count: number;
  readonly podcast: boolean;
  readonly is_following: boolean;
  readonly is_told: boolean;
}

/**
 * Returns a profile by its username, ignoring case, or by a former one that leads on to it: the answer then bears
 * another username. Throws PROFILE_NOT_FOUND, also for suspended users and invalid usernames.
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
    text: `SELECT p.id, p.username, p.photo_id AS photo, p.full_name, p.about, p.posts_count, p.followers_count, p.following_count, p.podcast,
        f.id IS NOT NULL AS is_following, f.told_since IS NOT NULL AS is_told
      FROM profiles p JOIN users u ON u.id = p.id
      LEFT JOIN follows f ON f.follower_id = $2::uuid AND f.following_id = p.id
      WHERE p.id = ${bearerOf('$1')} AND p.username IS NOT NULL AND u.suspended_at IS NULL`,
    values: [wanted.data, viewer?.id ?? null],
  });
  if (!row) throw new DomainError('PROFILE_NOT_FOUND');
  return {
    ...toProfileSummary(row),
    fullName: row.full_name,
    about: row.about,
    postsCount: row.posts_count,
    followersCount: row.followers_count,
    followingCount: row.following_count,
    podcast: row.podcast,
    viewer: { isSelf: viewer?.id === row.id, isFollowing: row.is_following, isTold: row.is_told },
  };
}

/**
 * Returns whether the viewer could take the username now; their own and their former ones count as available. Profiles
 * get a username when the account is confirmed, so that the answer does not reveal pending sign-ups.
 */
export const isUsernameAvailable = ({ database }: Services, viewer: Viewer, name: string): Promise<boolean> =>
  isUsernameFree(database.prisma, name, viewer.id);
