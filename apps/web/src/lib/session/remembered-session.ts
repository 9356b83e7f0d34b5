import type { Session } from '@relato/contract/account/types';
import { transformer } from '../calls/trpc.ts';

const key = 'relato.session';

/**
 * Remembers the session for starts without a network, and forgets it with its end. It opens nothing: the server asks
 * for the cookie.
 */
export function rememberSession(session: Session | null): void {
  try {
    if (session) localStorage.setItem(key, JSON.stringify(transformer.serialize(session)));
    else localStorage.removeItem(key);
  } catch {
    // With a full or forbidden storage a start without a network is that of a visitor.
  }
}

/** Null for a visitor, and for a user whose session has ended by now, also if no answer of the server could tell. */
export function readRememberedSession(): Session | null {
  try {
    const remembered = localStorage.getItem(key);
    if (remembered === null) return null;
    // As an earlier version may have remembered it
    const session = transformer.deserialize<Partial<Session> | null>(JSON.parse(remembered));
    return isSession(session) && session.expiresAt.getTime() > Date.now() ? session : null;
  } catch {
    return null;
  }
}

const isSession = (session: Partial<Session> | null): session is Session =>
  typeof session?.user?.id === 'string' && session.expiresAt instanceof Date;
