import type { ProfileSummary } from '../profiles/types.ts';

export const roles = ['user', 'moderator', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** A user in the view of moderators. */
export interface ModeratedUser extends ProfileSummary {
  readonly fullName: string | null;
  /** The text of the user about themselves, or empty. */
  readonly about: string;
  /** Null unless the viewer is an administrator. */
  readonly email: string | null;
  readonly role: Role;
  readonly createdAt: Date;
  readonly suspended: { readonly at: Date; readonly reason: string | null } | null;
  /** Counts published stories, and others that moderators have hidden. */
  readonly storiesCount: number;
  readonly hiddenStoriesCount: number;
  readonly commentsCount: number;
  /** Counts the undecided reports on the user's stories. */
  readonly openReportsCount: number;
  readonly viewer: { readonly canSuspend: boolean };
}
