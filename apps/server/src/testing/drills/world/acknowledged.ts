import type { Database } from '@relato/db';

export interface DrillUser {
  readonly id: string;
  /** The address by which the limits of reads count. */
  readonly address: string;
  readonly token: string;
}

/** The database and the store in which a check looks for acknowledged changes. */
export interface Place {
  readonly database: Database;
  readonly readObject: (key: string) => Promise<Uint8Array>;
  /** Calls a procedure, and repeats the call while the server is in trouble. */
  readonly change: (user: DrillUser, path: string, input: object) => Promise<unknown>;
}

/** A change that the server acknowledged to a client. */
export interface Acknowledged {
  readonly kind: string;
  /** The row of the change. */
  readonly id?: string;
  /** The subject of the change. A later change with the same subject replaces it. Changes without a subject last. */
  readonly subject?: string;
  /** The recording and the story that take this change with them when they are deleted. For a deletion, the deleted ones. */
  readonly about: readonly string[];
  /** Returns how often the change exists: 0 if it is lost, more than 1 if it is doubled. */
  readonly count: (place: Place) => Promise<number>;
}

/** Leaves out changes that a later one replaced or a deletion removed. */
export function listLasting(history: readonly Acknowledged[]): readonly Acknowledged[] {
  const deleted = new Set(history.flatMap(({ kind, about }) => (kind === 'deletion' ? about : [])));
  const last = new Map(history.map((done, n) => [done.subject ?? n, done]));
  return [...last.values()].filter(
    ({ kind, about }) => kind === 'deletion' || !about.some((id) => deleted.has(id)),
  );
}
