import type { Session } from '@relato/contract/account/types';
import { transformer } from '../calls/trpc.ts';
import { readLocal, storeLocal } from '../local-storage.ts';

const key = 'relato.session';

/**
 * Remembers the session for starts without a network, and forgets it when it ends. It authorizes nothing: the server checks
 * the cookie.
 */
export const rememberSession = (session: Session | null): void =>
  void storeLocal(key, session && JSON.stringify(transformer.serialize(session)));

/** Returns null for a visitor, and for a user whose session has expired, which the server may not have reported. */
export function readRememberedSession(): Session | null {
  try {
    const remembered = readLocal(key);
    if (!remembered) return null;
    // An earlier version may have written it.
    const session = transformer.deserialize<Partial<Session> | null>(JSON.parse(remembered));
    return isSession(session) && session.expiresAt.getTime() > Date.now() ? session : null;
  } catch {
    return null;
  }
}

const isSession = (session: Partial<Session> | null): session is Session =>
  typeof session?.user?.id === 'string' && session.expiresAt instanceof Date;
