import type { StorySummary } from '@relato/contract/stories/types';

export type Obstacle = 'account' | 'follow' | 'closed';

/** Returns why the viewer may not comment on a story, or null if they may. Its author always may. */
export function findObstacle(
  { commenters, viewer }: Pick<StorySummary, 'commenters' | 'viewer'>,
  isVisitor: boolean,
): Obstacle | null {
  if (viewer.canEdit) return null;
  if (commenters === 'nobody') return 'closed';
  if (commenters === 'followers') return isVisitor || viewer.isFollower === false ? 'follow' : null;
  // Answers of the previous version lack `commenters`, and the server then decides.
  return isVisitor && commenters === 'members' ? 'account' : null;
}
