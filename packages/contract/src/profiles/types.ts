import type { UserId } from '../ids.ts';

export interface UserStats {
  readonly followersCount: number;
  readonly followingCount: number;
  /** Published stories. */
  readonly postsCount: number;
}

/** Somebody as a list names them. */
export interface ProfileSummary {
  readonly id: UserId;
  readonly username: string | null;
}

/** Somebody whom the viewer may follow. */
export interface FollowableProfile {
  readonly id: UserId;
  readonly username: string;
  readonly viewer: { readonly isSelf: boolean; readonly isFollowing: boolean };
}

export interface PublicProfile extends FollowableProfile, UserStats {
  readonly fullName: string | null;
}

/** The own profile; the e-mail is in this one only. */
export interface OwnProfile extends UserStats {
  readonly id: UserId;
  readonly fullName: string | null;
  readonly username: string | null;
  readonly email: string | null;
  /** What stands for the person: username, else full name, else the part of the e-mail before the at-sign. */
  readonly displayName: string;
}
