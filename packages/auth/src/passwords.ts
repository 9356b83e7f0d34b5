import { hash, hashRaw, verify } from '@node-rs/argon2';
import { createGate } from './gate.ts';

// OWASP's first choice for Argon2id, the library's default algorithm: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hashing is made to be expensive. Two at once leave half of Node's four pool threads, and the processors of a small
// machine, to everything else; the queue is about two seconds long.
const throughGate = createGate(2, 100);

/** The hash of a random password nobody knows, of the same cost as any other. */
export const unknownHash =
  '$argon2id$v=19$m=19456,t=2,p=1$3m5pqxnhmvWJNvxNNN7Mvw$4TOR5dX6x8kUp/xKBPCafld8QG4fsFuH9Ud2c72mk1Y';

/** The same password typed on another keyboard can be other code points: NFKC makes them equal. */
const normalized = (password: string): string => password.normalize('NFKC');

/** An encoded Argon2id hash with its own salt. Throws UNAVAILABLE when too many wait already. */
export function hashPassword(password: string): Promise<string> {
  return throughGate(() => hash(normalized(password), cost));
}

/**
 * The same for the same text, which is short enough to be guessed: a copy of the hashes must not be quick to search.
 * Throws UNAVAILABLE as above.
 */
export async function hashGuessable(text: string): Promise<string> {
  const salt = Buffer.from('relato: guessable');
  return (await throughGate(() => hashRaw(text, { ...cost, salt }))).toString('hex');
}

/**
 * Says whether the password is that of the hash. Without a hash (no such account, or one without a password) it says
 * no after the same time, so that the time tells nothing. Throws UNAVAILABLE when too many wait already.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await throughGate(() => verify(passwordHash ?? unknownHash, normalized(password)));
  return passwordHash !== null && matches;
}
