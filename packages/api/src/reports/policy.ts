import type { ReportCase, ReportStatus, UserId } from '@relato/contract';
import type { Viewer } from '../rpc/context.ts';

/** Returns whether the viewer may report the story. Authors may not report their own, which they can unpublish. */
export const canReport = (viewer: Viewer | null, story: { readonly userId: string }): boolean =>
  viewer?.id !== story.userId;

export type ReportAction = 'review' | 'resolve' | 'dismiss';

const transitions: Readonly<Record<ReportStatus, Partial<Record<ReportAction, ReportStatus>>>> = {
  pending: { review: 'reviewing' },
  reviewing: { resolve: 'resolved', dismiss: 'dismissed' },
  resolved: {},
  dismissed: {},
};

/**
 * Returns the status of a report after `action`, or null if the action is not allowed. Only a report under review can
 * be decided.
 */
export const nextStatus = (status: ReportStatus, action: ReportAction): ReportStatus | null =>
  transitions[status][action] ?? null;

/** Returns the common status of the reports of a story, or null if none is open. */
export function toCaseStatus(statuses: readonly ReportStatus[]): 'pending' | 'reviewing' | null {
  if (statuses.includes('reviewing')) return 'reviewing';
  return statuses.includes('pending') ? 'pending' : null;
}

interface AuthorFacts {
  readonly id: string;
  readonly username: string | null;
  readonly suspended: boolean;
}

/**
 * Returns the author of a reported story for a moderator, without the e-mail address, which administrators find in the list
 * of users.
 */
export const toReportedAuthor = ({
  id,
  username,
  suspended,
}: AuthorFacts): ReportCase['story']['author'] => ({
  id: id as UserId, // a row's id is a plain string
  username,
  suspended,
});
