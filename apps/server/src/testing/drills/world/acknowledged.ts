import type { Database } from '@relato/db';

export interface DrillUser {
  readonly id: string;
  /** The address by which the limits of reads count. */
  readonly address: string;
  readonly token: string;
}

/** Where a check looks for what was acknowledged. */
export interface Place {
  readonly database: Database;
  readonly readObject: (key: string) => Promise<Uint8Array>;
  /** Calls a procedure, again while the server is in trouble. */
  readonly change: (user: DrillUser, path: string, input: object) => Promise<unknown>;
}

/** A change that the server acknowledged to a client. */
export interface Acknowledged {
  readonly kind: string;
  /** The row that it made. */
  readonly id?: string;
  /** What the change sets. A later change with the same subject replaces it; changes without one all last. */
  readonly subject?: string;
  /** The recording and the story with whose deletion it goes. For a deletion, those that are deleted. */
  readonly about: readonly string[];
  /** Returns how often the change is there: 0 if it is lost, more than 1 if it is doubled. */
  readonly count: (place: Place) => Promise<number>;
}

/** Leaves out what a later change replaced, and what went with a deleted story. */
export function listLasting(history: readonly Acknowledged[]): readonly Acknowledged[] {
  const deleted = new Set(history.flatMap(({ kind, about }) => (kind === 'deletion' ? about : [])));
  const last = new Map(history.map((done, n) => [done.subject ?? n, done]));
  return [...last.values()].filter(
    ({ kind, about }) => kind === 'deletion' || !about.some((id) => deleted.has(id)),
  );
}
