import type { Database } from '@relato/db';
import type { Client, Clock } from './clock.ts';
import type { SessionFinder } from './session/session-finder.ts';

/**
 * Writes more in the transaction of a change, whose result it is given: what it writes is there if and only if the change is. Its
 * failure undoes the change.
 */
export type WriteAlong<Result> = (tx: Client, result: Result) => Promise<void>;

export interface AuthContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly findSession: SessionFinder;
  /** Operations whose work depends on whether an address has an account take at least this long. */
  readonly minimumDurationMs: number;
}
