import type { Database } from '@relato/db';
import type { Clock } from './clock.ts';

export interface AuthContext {
  readonly database: Database;
  readonly clock: Clock;
  /** Operations whose work depends on whether an address has an account take at least this long. */
  readonly minimumDurationMs: number;
}
