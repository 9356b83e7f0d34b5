import { createHash } from 'node:crypto';
import type { Relato } from '../processes/relato.ts';
import { idOf } from './facts.ts';

/** Enough users for all limits on the writes of one user. */
export const sessionCount = 2_000;

export const tokenOf = (user: number): string => `bench-session-of-user-${String(user).padStart(12, '0')}`;

/** Creates a session for each of the first users. Sessions of an earlier run have ended by now. */
export async function prepareSessions({ query }: Relato, users: number): Promise<void> {
  const numbers = Array.from({ length: Math.min(sessionCount, users) }, (_, user) => user);
  const hashes = numbers.map((user) => createHash('sha256').update(tokenOf(user)).digest('hex'));
  await query(
    `INSERT INTO sessions (id, user_id, expires_at, created_at)
     SELECT id, user_id, now() + interval '29 days', now() FROM unnest($1::text[], $2::uuid[]) AS given (id, user_id)
     ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at, created_at = excluded.created_at`,
    [hashes, numbers.map((user) => idOf('user', user))],
  );
}
