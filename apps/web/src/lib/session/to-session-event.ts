import type { Session } from '@relato/contract/account/types';
import type { SessionEvent } from './session-channel.ts';

/** Each answer renews the end of the session a little; a prolongation exceeds this. */
const noiseMs = 60_000;

/** Returns the event between two answers of the server about the session; undefined before the first one. */
export function toSessionEvent(
  before: Session | null | undefined,
  after: Session | null,
): SessionEvent | null {
  if (before === undefined) return 'initial-session';
  if (after === null) return before === null ? null : 'signed-out';
  if (before?.user.id !== after.user.id) return 'signed-in';
  const { username, photo, email, role } = before.user;
  const { user } = after;
  if (username !== user.username || photo !== user.photo || email !== user.email || role !== user.role)
    return 'user-updated';
  return after.expiresAt.getTime() > before.expiresAt.getTime() + noiseMs ? 'token-refreshed' : null;
}
