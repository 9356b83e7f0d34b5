import type { Database } from '@relato/db';
import type { Clock } from './clock.ts';

export interface AuthContext {
  readonly database: Database;
  readonly clock: Clock;
  /** What depends on whether an address has an account takes this long, or longer. */
  readonly paceMs: number;
}
