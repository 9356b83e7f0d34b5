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
  /** Names the user's picture; `toPhotoPath` makes its address. It changes with the picture. Missing without one. */
  readonly photo?: string;
}

/** A user as a search shows it. */
export interface FoundProfile extends ProfileSummary {
  readonly username: string;
}

/** A user as a list of people shows them. */
export interface CountedProfile extends FoundProfile {
  readonly postsCount: number;
}

/** A user whom the viewer may follow. */
export interface FollowableProfile extends FoundProfile {
  readonly viewer: { readonly isSelf: boolean; readonly isFollowing: boolean };
}

export interface PublicProfile extends FollowableProfile, UserStats {
  /** True if the public stories are a podcast too. */
  readonly podcast: boolean;
  readonly fullName: string | null;
  /** What the user writes about themselves, or empty. */
  readonly about: string;
  /** `isTold` of new stories, if the viewer follows. */
  readonly viewer: FollowableProfile['viewer'] & { readonly isMuted: boolean; readonly isTold: boolean };
}

/** The viewer's own profile. No other profile holds an e-mail address. */
export interface OwnProfile extends ProfileSummary, UserStats {
  readonly fullName: string | null;
  readonly about: string;
  readonly email: string | null;
  readonly podcast: boolean;
  /** The username, else the full name, else the part of the e-mail address before the at-sign. */
  readonly displayName: string;
}
