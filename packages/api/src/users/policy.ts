import { DomainError, type Role } from '@relato/contract';
import type { Viewer } from '../context.ts';

export interface Person {
  readonly id: string;
  readonly role: Role;
}

/** Moderators answer to administrators only, and nobody judges themselves. */
export const canSuspend = (viewer: Pick<Viewer, 'id' | 'role'>, person: Person): boolean => {
  if (viewer.id === person.id) return false;
  return viewer.role === 'administrator' || (viewer.role === 'moderator' && person.role === 'user');
};

export const canSetRole = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role === 'administrator';

/**
 * Nobody judges what is their own, and moderators nothing of moderators and administrators. Throws FORBIDDEN.
 */
export function requireMayJudge(viewer: Pick<Viewer, 'id' | 'role'>, owner: Person): void {
  if (!canSuspend(viewer, owner)) throw new DomainError('FORBIDDEN');
}
