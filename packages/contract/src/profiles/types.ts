import type { UserId } from '../ids.ts';

export interface UserStats {
  readonly followersCount: number;
  readonly followingCount: number;
  /** Counts published stories only. */
  readonly postsCount: number;
}

/** A user in lists. */
export interface ProfileSummary {
  readonly id: UserId;
  readonly username: string | null;
  /** Identifies the picture of the user, and changes with it. `toPhotoPath` returns its address. Missing without a picture. */
  readonly photo?: string;
}

/** A user in search results. */
export interface FoundProfile extends ProfileSummary {
  readonly username: string;
}

/** A user in a list of people. */
export interface CountedProfile extends FoundProfile {
  readonly postsCount: number;
}

/** A user whom the viewer may follow. */
export interface FollowableProfile extends FoundProfile {
  readonly viewer: { readonly isSelf: boolean; readonly isFollowing: boolean };
}

export interface PublicProfile extends FollowableProfile, UserStats {
  /** Whether the public stories are also a podcast. */
  readonly podcast: boolean;
  /** The text of the user about themselves, or empty. */
  readonly about: string;
  /** `isTold`: whether new stories notify a viewer who follows. */
  readonly viewer: FollowableProfile['viewer'] & { readonly isMuted: boolean; readonly isTold: boolean };
}

/** The viewer's own profile. No other profile contains an e-mail address. */
export interface OwnProfile extends ProfileSummary, UserStats {
  readonly fullName: string | null;
  readonly about: string;
  readonly email: string | null;
  readonly podcast: boolean;
  /** The username, else the full name, else the part of the e-mail address before the at-sign. */
  readonly displayName: string;
}
