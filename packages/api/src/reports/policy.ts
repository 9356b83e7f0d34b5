import type { ReportStatus } from '@relato/contract';
import type { Viewer } from '../context.ts';

/** Nobody reports what they told themselves: they can take it back. */
export const canReport = (viewer: Viewer | null, story: { readonly userId: string }): boolean =>
  viewer?.id !== story.userId;

export type ReportAction = 'review' | 'resolve' | 'dismiss';

const transitions: Readonly<Record<ReportStatus, Partial<Record<ReportAction, ReportStatus>>>> = {
  pending: { review: 'reviewing' },
  reviewing: { resolve: 'resolved', dismiss: 'dismissed' },
  resolved: {},
  dismissed: {},
};

/** What a report becomes; null for what cannot be done with it. Nobody decides on what nobody looked into. */
export const nextStatus = (status: ReportStatus, action: ReportAction): ReportStatus | null =>
  transitions[status][action] ?? null;

/** Where the reports of one story are together: null when none is open. */
export function toCaseStatus(statuses: readonly ReportStatus[]): 'pending' | 'reviewing' | null {
  if (statuses.includes('reviewing')) return 'reviewing';
  return statuses.includes('pending') ? 'pending' : null;
}
