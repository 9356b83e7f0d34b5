import { DomainError, type RateLimit } from '@relato/contract';
import type { Context, Viewer } from './context.ts';
import type { Policy } from './policies.ts';

/** Throws UNAUTHENTICATED, PROFILE_INCOMPLETE or FORBIDDEN for who is not at least this. */
export function requireCaller({ caller, memberNeedsName }: Policy, viewer: Viewer | null): void {
  if (memberNeedsName && viewer && viewer.username === null) throw new DomainError('PROFILE_INCOMPLETE');
  if (caller === 'anyone') return;
  if (!viewer) throw new DomainError('UNAUTHENTICATED');
  if (caller === 'signedIn') return;
  if (viewer.username === null) throw new DomainError('PROFILE_INCOMPLETE');
  if (caller === 'named' || viewer.role === 'administrator') return;
  if (caller === 'administrator' || viewer.role !== 'moderator') throw new DomainError('FORBIDDEN');
}

/** For whom a call counts. */
export async function toSubject(
  per: RateLimit['per'],
  { viewer, request }: Pick<Context, 'viewer' | 'request'>,
  getInput: () => Promise<unknown>,
): Promise<string> {
  switch (per) {
    case 'all':
      return 'all';
    case 'address':
      return request.network;
    case 'viewer':
      return viewer?.id ?? request.network;
    case 'account':
      return toAccount(await getInput()) ?? request.network;
  }
}

/** As the database compares addresses; what is none counts for its sender and is refused later. */
function toAccount(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('email' in input)) return null;
  return typeof input.email === 'string' ? input.email.trim().toLowerCase() : null;
}
