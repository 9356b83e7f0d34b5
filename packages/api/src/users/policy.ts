import { DomainError, type Role } from '@relato/contract';
import type { Viewer } from '../rpc/context.ts';

export interface Person {
  readonly id: string;
  readonly role: Role;
}

/**
 * Returns whether the viewer may suspend the user: administrators may suspend any other user, moderators only users
 * without a role.
 */
export const canSuspend = (viewer: Pick<Viewer, 'id' | 'role'>, person: Person): boolean => {
  if (viewer.id === person.id) return false;
  return viewer.role === 'administrator' || (viewer.role === 'moderator' && person.role === 'user');
};

/** Only administrators see e-mail addresses; neither the list nor its search shows one to moderators. */
export const canSeeEmail = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role === 'administrator';

/** Throws FORBIDDEN for content of the viewer, and for a moderator also for that of moderators and administrators. */
export function requireMayJudge(viewer: Pick<Viewer, 'id' | 'role'>, owner: Person): void {
  if (!canSuspend(viewer, owner)) throw new DomainError('FORBIDDEN');
}
