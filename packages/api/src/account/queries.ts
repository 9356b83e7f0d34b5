import { DomainError, type OwnAccount, type Session, type SessionUser } from '@relato/contract';
import type { Services, Viewer } from '../rpc/context.ts';

/** Converts a session to the form that its owner sees. */
export function toSession({
  viewer,
  session,
}: {
  readonly viewer: SessionUser;
  readonly session: { readonly expiresAt: Date };
}): Session {
  const { id, username, email, role, photo } = viewer;
  const expiresIn = Math.max(0, Math.floor((session.expiresAt.getTime() - Date.now()) / 1000));
  return {
    user: { id, username, email, role, ...(photo !== undefined && { photo }) },
    expiresAt: session.expiresAt,
    expiresIn,
  };
}

/** Returns null for a visitor. */
export function getSession({
  viewer,
  session,
}: {
  readonly viewer: SessionUser | null;
  readonly session: { readonly expiresAt: Date } | null;
}): Session | null {
  return viewer && session ? toSession({ viewer, session }) : null;
}

/** Throws UNAUTHENTICATED if the account was deleted in the meantime. */
export async function requireOwnAccount({ auth }: Services, viewer: Viewer): Promise<OwnAccount> {
  const account = await auth.getOwnAccount(viewer.id);
  if (!account) throw new DomainError('UNAUTHENTICATED');
  return account;
}
