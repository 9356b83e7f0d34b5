import type { Session } from '@relato/contract';
import type { Context } from '../context.ts';

/** The session as its owner sees it. */
export function toSession({ viewer, session }: Pick<Context, 'viewer' | 'session'>): Session | null {
  if (!viewer || !session) return null;
  const expiresIn = Math.max(0, Math.floor((session.expiresAt.getTime() - Date.now()) / 1000));
  return { user: viewer, expiresAt: session.expiresAt, expiresIn };
}
