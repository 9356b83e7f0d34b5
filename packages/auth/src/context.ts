import type { Database } from '@relato/db';
import type { Clock } from './clock.ts';

export interface AuthContext {
  readonly database: Database;
  readonly clock: Clock;
}
