import type { UserId } from '../ids.ts';

export const roles = ['user', 'moderator', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** Somebody as moderators see them. */
export interface ModeratedUser {
  readonly id: UserId;
  readonly username: string | null;
  readonly fullName: string | null;
  /** For administrators only. */
  readonly email: string | null;
  readonly role: Role;
  readonly createdAt: Date;
  readonly suspended: { readonly at: Date; readonly reason: string | null } | null;
  readonly storiesCount: number;
  readonly hiddenStoriesCount: number;
  readonly commentsCount: number;
  /** Reports on their stories that are not decided yet. */
  readonly openReportsCount: number;
  readonly viewer: { readonly canSuspend: boolean; readonly canSetRole: boolean };
}
