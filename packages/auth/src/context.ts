import type { Database } from '@relato/db';
import type { Client, Clock } from './clock.ts';
import type { SessionFinder } from './session/session-finder.ts';

/**
 * Writes further rows in the transaction of a change, from its result, so that these rows exist if and only if the change
 * does. Its failure undoes the change.
 */
export type WriteAlong<Result> = (tx: Client, result: Result) => Promise<void>;

export interface AuthContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly findSession: SessionFinder;
  /** The shortest duration of operations whose work depends on whether an address has an account. */
  readonly minimumDurationMs: number;
}
