import type { UserId } from '../ids.ts';

export interface UserStats {
  readonly followersCount: number;
  readonly followingCount: number;
  /** Counts published stories only. */
  readonly postsCount: number;
}

/** A user as lists show it. */
export interface ProfileSummary {
  readonly id: UserId;
  readonly username: string | null;
}

/** A user as a search shows it. */
export interface FoundProfile {
  readonly id: UserId;
  readonly username: string;
}

/** A user whom the viewer may follow. */
export interface FollowableProfile {
  readonly id: UserId;
  readonly username: string;
  readonly viewer: { readonly isSelf: boolean; readonly isFollowing: boolean };
}

export interface PublicProfile extends FollowableProfile, UserStats {
  /** True if the public stories are a podcast too. */
  readonly podcast: boolean;
  readonly fullName: string | null;
}

/** The viewer's own profile. No other profile holds an e-mail address. */
export interface OwnProfile extends UserStats {
  readonly id: UserId;
  readonly fullName: string | null;
  readonly username: string | null;
  readonly email: string | null;
  readonly podcast: boolean;
  /** The username, else the full name, else the part of the e-mail address before the at-sign. */
  readonly displayName: string;
}
