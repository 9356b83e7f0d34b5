import type { Database } from '@relato/db';
import type { Clock } from './clock.ts';
import type { SessionFinder } from './session-finder.ts';

export interface AuthContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly findSession: SessionFinder;
  /** Operations whose work depends on whether an address has an account take at least this long. */
  readonly minimumDurationMs: number;
}
