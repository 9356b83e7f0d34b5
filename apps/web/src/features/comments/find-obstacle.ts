import type { StorySummary } from '@relato/contract/stories/types';

export type Obstacle = 'account' | 'follow' | 'closed';

/** Returns what keeps the viewer from commenting, by the choice of the author of the story, or null. The author always may. */
export function findObstacle(
  { commenters, viewer }: Pick<StorySummary, 'commenters' | 'viewer'>,
  isVisitor: boolean,
): Obstacle | null {
  if (viewer.canEdit) return null;
  if (commenters === 'nobody') return 'closed';
  if (commenters === 'followers') return isVisitor || viewer.isFollower === false ? 'follow' : null;
  // A server of the version before, and what was kept of its answers, says nothing: the server then decides.
  return isVisitor && commenters === 'members' ? 'account' : null;
}
