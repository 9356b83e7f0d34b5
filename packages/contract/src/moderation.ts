import { z } from 'zod';
import { mailToken, roles, type Role } from './auth.ts';
import {
  appealId,
  canonicalId,
  commentId,
  noticeId,
  recordingId,
  storyId,
  userId,
  type AppealId,
  type NoticeId,
  type RecordingId,
  type StoryId,
  type UserId,
} from './ids.ts';
import { limits } from './limits.ts';
import { pageInput } from './paging.ts';
import type { ProfileSummary } from './profiles.ts';
import type { ReportReason } from './report-reasons.ts';
import { reportStatuses, type ReportStatus } from './report-statuses.ts';
import { visibleText } from './visible-text.ts';

const reason = visibleText(limits.moderation.reason.maxLength, 'REASON_REQUIRED', 'REASON_TOO_LONG');
const appealText = visibleText(limits.moderation.appeal.maxLength, 'APPEAL_REQUIRED', 'APPEAL_TOO_LONG');

/** Without a status: everything that is not decided yet. */
export const moderationReportsInput = pageInput.extend({ status: z.enum(reportStatuses).optional() });
export const reviewReportsInput = z.object({ storyId });
/** The note is the reason that the story's author reads when it is hidden. */
export const resolveReportsInput = z.object({ storyId, story: z.enum(['hide', 'keep']), note: reason });
export const dismissReportsInput = z.object({ storyId, note: reason });
export const moderateStoryInput = z.object({ id: storyId, reason });
export const removeCommentInput = z.object({ id: commentId, reason });
export const moderateUserInput = z.object({ userId, reason });
/** Part of a username, or, for administrators, of an e-mail address. */
export const moderationUsersInput = pageInput.extend({
  search: z
    .string()
    .trim()
    .max(limits.search.maxLength, 'SEARCH_TOO_LONG')
    .refine((text) => !text.includes('\u0000'), 'INVALID_INPUT')
    .default(''),
  suspended: z.boolean().optional(),
  role: z.enum(roles).optional(),
});
export const setRoleInput = z.object({ userId, role: z.enum(roles) });
export const hiddenStoriesInput = pageInput;
export const failedTranscriptionsInput = pageInput;
export const failedInspectionsInput = pageInput;
export const failedInspectionInput = z.object({ recordingId });
export const failedMailsInput = pageInput;
export const failedMailInput = z.object({ id: canonicalId });
export const retryFailedTranscriptionInput = z.object({ recordingId });

export const moderationActions = [
  'review-reports',
  'resolve-reports',
  'dismiss-reports',
  'hide-story',
  'restore-story',
  'remove-comment',
  'suspend-user',
  'restore-user',
  'set-role',
  'grant-appeal',
  'reject-appeal',
  'set-flags',
  'retry-inspection',
  'drop-inspection',
  'retry-transcription',
  'retry-mail',
  'drop-mail',
  'repair-counters',
] as const;
export type ModerationAction = (typeof moderationActions)[number];
export const moderationTargets = [
  'story',
  'comment',
  'user',
  'recording',
  'mail',
  'settings',
  'counters',
] as const;
export type ModerationTarget = (typeof moderationTargets)[number];
export const moderationLogInput = pageInput.extend({
  action: z.enum(moderationActions).optional(),
  targetType: z.enum(moderationTargets).optional(),
  targetId: canonicalId.optional(),
  actorId: userId.optional(),
});

export const noticesInput = pageInput;
export const noticeInput = z.object({ id: noticeId });
export const appealInput = z.object({ id: noticeId, text: appealText });
/** For who cannot sign in: the token is in the mail about the suspension. */
export const noticeByLinkInput = z.object({ token: mailToken });
export const appealByLinkInput = z.object({ token: mailToken, text: appealText });
export const appealStatuses = ['open', 'granted', 'rejected'] as const;
export type AppealStatus = (typeof appealStatuses)[number];
export const appealsInput = pageInput.extend({ status: z.enum(appealStatuses).default('open') });
/** A granted appeal undoes the decision. */
export const decideAppealInput = z.object({
  id: appealId,
  decision: z.enum(['grant', 'reject']),
  note: reason,
});

export type ResolveReportsInput = z.infer<typeof resolveReportsInput>;
export type ModerationUsersInput = z.infer<typeof moderationUsersInput>;
export type ModerationLogInput = z.infer<typeof moderationLogInput>;
export type DecideAppealInput = z.infer<typeof decideAppealInput>;

/** All reports of one story that are at one point. */
export interface ReportCase {
  readonly story: {
    readonly id: StoryId;
    readonly title: string;
    readonly durationMs: number;
    readonly createdAt: Date;
    readonly published: boolean;
    readonly hidden: { readonly at: Date; readonly reason: string | null } | null;
    readonly author: ProfileSummary & { readonly suspended: boolean };
  };
  /** `reviewing` as soon as somebody looks into one of the open reports. */
  readonly status: ReportStatus;
  readonly reportsCount: number;
  readonly reasons: readonly { readonly reason: ReportReason; readonly count: number }[];
  readonly firstReportAt: Date;
  readonly lastReportAt: Date;
  /** Who looks into it, or decided. */
  readonly moderator: ProfileSummary | null;
  readonly note: string | null;
  readonly decidedAt: Date | null;
  readonly viewer: { readonly canSuspendAuthor: boolean };
}

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

export interface ModerationLogEntry {
  readonly id: string;
  /** Null for an account that is gone, and for what was done at the server itself. */
  readonly actor: ProfileSummary | null;
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  /** Of a person; null for everything else and for an account that is gone. */
  readonly targetUsername: string | null;
  readonly reason: string | null;
  readonly createdAt: Date;
}

export interface ModerationStats {
  readonly users: { readonly total: number; readonly suspended: number };
  readonly stories: { readonly total: number; readonly published: number; readonly hidden: number };
  readonly comments: number;
  readonly audioBytes: number;
  readonly reports: { readonly pending: number; readonly reviewing: number };
  readonly openAppeals: number;
  readonly failedInspections: number;
  readonly failedTranscriptions: number;
  readonly jobs: {
    readonly queued: number;
    readonly active: number;
    readonly failed: number;
    /** Of what was deleted, jobs that did not succeed yet in removing it from the store. */
    readonly failingDeletions: number;
  };
}

/** A recording that nothing looks into any more, because that failed for a reason other than its bytes. */
export interface FailedInspection {
  readonly recordingId: RecordingId;
  readonly author: ProfileSummary;
  readonly attempts: number;
  /** Null when its process was killed. */
  readonly error: string | null;
  readonly failedAt: Date;
}

export interface FailedTranscription {
  readonly recordingId: RecordingId;
  readonly storyId: StoryId | null;
  readonly author: ProfileSummary;
  readonly provider: string;
  readonly error: string | null;
  readonly attempts: number;
  readonly failedAt: Date;
}

/** A mail that the mail server did not take for good, or not within a day. */
export interface FailedMail {
  readonly id: string;
  /** What it is about. */
  readonly kind: string;
  /** Null when its account is gone. */
  readonly to: string | null;
  /** Null when its process was killed. */
  readonly error: string | null;
  readonly failedAt: Date;
}

export type CounterName =
  | 'upvotes'
  | 'downvotes'
  | 'score'
  | 'comments'
  | 'posts'
  | 'followers'
  | 'following';

/** A counter that does not say what there is. */
export interface CounterDifference {
  readonly counter: CounterName;
  /** Of a story or a person. */
  readonly id: string;
  readonly stored: number;
  readonly counted: number;
}
export interface CounterCheck {
  readonly total: number;
  /** The first of them. */
  readonly differences: readonly CounterDifference[];
}

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
