import type { Session } from '@relato/contract/account/types';
import { transformer } from '../calls/trpc.ts';
import { readLocal, storeLocal } from '../local-storage.ts';

const key = 'relato.session';

/**
 * Remembers the session for starts without a network, and forgets it with its end. It opens nothing: the server asks
 * for the cookie.
 */
export const rememberSession = (session: Session | null): void =>
  void storeLocal(key, session && JSON.stringify(transformer.serialize(session)));

/** Null for a visitor, and for a user whose session has ended by now, also if no answer of the server could tell. */
export function readRememberedSession(): Session | null {
  try {
    const remembered = readLocal(key);
    if (!remembered) return null;
    // As an earlier version may have remembered it
    const session = transformer.deserialize<Partial<Session> | null>(JSON.parse(remembered));
    return isSession(session) && session.expiresAt.getTime() > Date.now() ? session : null;
  } catch {
    return null;
  }
}

const isSession = (session: Partial<Session> | null): session is Session =>
  typeof session?.user?.id === 'string' && session.expiresAt instanceof Date;
