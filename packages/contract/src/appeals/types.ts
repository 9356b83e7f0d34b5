import type { AppealId, NoticeId, StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';
import type { Restriction, Statement } from './statements.ts';

export const appealStatuses = ['open', 'granted', 'rejected'] as const;
export type AppealStatus = (typeof appealStatuses)[number];

export type NoticeKind =
  | Restriction
  | 'story_restored'
  | 'account_restored'
  /** For the user who reported: the story was hidden, stays, or is not public for another reason. */
  | 'report_hidden'
  | 'report_kept'
  | 'report_closed';

/** Tells a user about a decision that concerns their account, story, comment or explanation of a word. */
export interface Notice {
  readonly id: NoticeId;
  readonly kind: NoticeKind;
  /**
   * The title of the story, the text of the comment, or the word and its explanation at that time. Empty for a decision
   * about the account.
   */
  readonly subject: string;
  /** Null if the story is deleted. */
  readonly storyId: StoryId | null;
  /** Empty for the outcome of a report. */
  readonly reason: string;
  /** Null if nothing is restricted, and for a decision of an earlier version. */
  readonly statement: Pick<Statement, 'rule' | 'isReported' | 'byMachine'> | null;
  readonly createdAt: Date;
  readonly readAt: Date | null;
  /** The time at which the decision was withdrawn. */
  readonly liftedAt: Date | null;
  /** False if the decision was withdrawn but the removed content could not return. Null if this does not apply. */
  readonly isBack: boolean | null;
  readonly appeal: {
    readonly text: string;
    readonly status: AppealStatus;
    readonly note: string | null;
    readonly createdAt: Date;
  } | null;
  readonly canAppeal: boolean;
}

/** Whether removed content has returned. Null if the decision removed none or stands. */
export type AppealOutcome = Pick<Notice, 'isBack'>;

/** An appeal in the view of moderators. */
export interface Appeal {
  readonly id: AppealId;
  readonly user: ProfileSummary;
  readonly text: string;
  readonly status: AppealStatus;
  readonly note: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  /** The decision that the appeal is about. */
  readonly decision: {
    readonly kind: NoticeKind;
    readonly subject: string;
    readonly storyId: StoryId | null;
    readonly reason: string;
    readonly createdAt: Date;
    readonly by: ProfileSummary | null;
  };
  /** False for the author of the appeal, and for the moderator of the decision if there is another one. */
  readonly viewer: { readonly canDecide: boolean };
}
