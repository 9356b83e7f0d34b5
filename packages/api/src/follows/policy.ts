import { DomainError, type UserId } from '@relato/contract';
import type { Viewer } from '../rpc/context.ts';

/** Throws FOLLOW_SELF. */
export function requireOther(viewer: Viewer, id: UserId): void {
  if (viewer.id === id) throw new DomainError('FOLLOW_SELF');
}
