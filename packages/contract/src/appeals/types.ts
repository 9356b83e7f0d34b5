import type { AppealId, NoticeId, StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';

export const appealStatuses = ['open', 'granted', 'rejected'] as const;
export type AppealStatus = (typeof appealStatuses)[number];

export type NoticeKind =
  | 'story_hidden'
  | 'story_restored'
  | 'comment_removed'
  | 'account_suspended'
  | 'account_restored';

/** What a person is told of a decision about them or what is theirs. */
export interface Notice {
  readonly id: NoticeId;
  readonly kind: NoticeKind;
  /** A story's title or a comment's words, as they were; empty when it is about the account. */
  readonly subject: string;
  /** Null when there is no such story any more. */
  readonly storyId: StoryId | null;
  readonly reason: string;
  readonly createdAt: Date;
  readonly readAt: Date | null;
  /** When the decision was taken back. */
  readonly liftedAt: Date | null;
  readonly appeal: {
    readonly text: string;
    readonly status: AppealStatus;
    readonly note: string | null;
    readonly createdAt: Date;
  } | null;
  readonly canAppeal: boolean;
}

/** An appeal as moderators see it. */
export interface Appeal {
  readonly id: AppealId;
  readonly user: ProfileSummary;
  readonly text: string;
  readonly status: AppealStatus;
  readonly note: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: ProfileSummary | null;
  /** The decision it is about. */
  readonly decision: {
    readonly kind: NoticeKind;
    readonly subject: string;
    readonly storyId: StoryId | null;
    readonly reason: string;
    readonly createdAt: Date;
    readonly by: ProfileSummary | null;
  };
  /** False for who made the decision while there is somebody else, and for whom it is about. */
  readonly viewer: { readonly canDecide: boolean };
}
