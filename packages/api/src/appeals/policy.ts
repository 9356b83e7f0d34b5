import type { AppealStatus, NoticeKind } from '@relato/contract';
import type { Viewer } from '../context.ts';
import { canSuspend, type Person } from '../users/policy.ts';

const appealable: ReadonlySet<NoticeKind> = new Set(['story_hidden', 'comment_removed', 'account_suspended']);

/** Once, and only what still stands. */
export const canAppeal = (notice: {
  readonly kind: NoticeKind;
  readonly liftedAt: Date | null;
  readonly appeal: object | null;
}): boolean => appealable.has(notice.kind) && notice.liftedAt === null && notice.appeal === null;

/** Who decided looks at it again only when there is nobody else; who may not judge whom it is about never does. */
export function canDecide(
  viewer: Pick<Viewer, 'id' | 'role'>,
  appeal: { readonly user: Person; readonly decidedById: string | null; readonly status: AppealStatus },
  isAlone: boolean,
): boolean {
  if (appeal.status !== 'open' || !canSuspend(viewer, appeal.user)) return false;
  return viewer.id !== appeal.decidedById || isAlone;
}
