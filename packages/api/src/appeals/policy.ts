import type { AppealStatus, NoticeKind } from '@relato/contract';
import type { Viewer } from '../rpc/context.ts';
import { canSuspend, type Person } from '../users/policy.ts';

const appealable: ReadonlySet<NoticeKind> = new Set([
  'story_hidden',
  'comment_removed',
  'explanation_removed',
  'account_suspended',
]);

/** Returns whether the notice may be appealed: once, and while the decision still stands. */
export const canAppeal = (notice: {
  readonly kind: NoticeKind;
  readonly liftedAt: Date | null;
  readonly appeal: object | null;
}): boolean => appealable.has(notice.kind) && notice.liftedAt === null && notice.appeal === null;

export type Decider = Pick<Viewer, 'id' | 'role'>;

/**
 * Returns whether the viewer may decide the appeal. The moderator who made the decision may do so only if no other of
 * `deciders` could. A viewer who must not judge the affected user never may.
 */
export function canDecide(
  viewer: Decider,
  appeal: { readonly user: Person; readonly decidedById: string | null; readonly status: AppealStatus },
  deciders: readonly Decider[],
): boolean {
  if (appeal.status !== 'open' || !canSuspend(viewer, appeal.user)) return false;
  if (viewer.id !== appeal.decidedById) return true;
  return !deciders.some((other) => other.id !== viewer.id && canSuspend(other, appeal.user));
}
