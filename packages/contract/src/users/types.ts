import type { ProfileSummary } from '../profiles/types.ts';

export const roles = ['user', 'moderator', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** A user as moderators see it. */
export interface ModeratedUser extends ProfileSummary {
  readonly fullName: string | null;
  /** What the user writes about themselves, or empty. */
  readonly about: string;
  /** Null unless the viewer is an administrator. */
  readonly email: string | null;
  readonly role: Role;
  readonly createdAt: Date;
  readonly suspended: { readonly at: Date; readonly reason: string | null } | null;
  /** Published ones, and others that moderators have hidden. */
  readonly storiesCount: number;
  readonly hiddenStoriesCount: number;
  readonly commentsCount: number;
  /** Counts the undecided reports on the user's stories. */
  readonly openReportsCount: number;
  readonly viewer: { readonly canSuspend: boolean; readonly canSetRole: boolean };
}
