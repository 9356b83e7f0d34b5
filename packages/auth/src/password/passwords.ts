import argon2 from '@node-rs/argon2';
import { createFairQueue } from '@relato/contract/fair-queue';

// OWASP's first recommendation for Argon2id, the library's default algorithm: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Two concurrent hashes leave half of Node's four pool threads for other work. A full queue takes about two seconds.
const hashes = createFairQueue({ maxAtOnce: 2, maxWaiting: 100 });
/**
 * Hashes run in the order of their arrival, because networks have limits of their own, and the owner of a mailbox is unknown
 * here.
 */
const limitConcurrency = <Result>(hash: () => Promise<Result>): Promise<Result> => hashes.run([], hash);

/** The hash of a discarded random password, with the cost of a real one. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$3m5pqxnhmvWJNvxNNN7Mvw$4TOR5dX6x8kUp/xKBPCafld8QG4fsFuH9Ud2c72mk1Y';

/** Different keyboards produce different code points for the same password; NFKC makes them equal. */
const normalized = (password: string): string => password.normalize('NFKC');

/** Returns an encoded Argon2id hash with its own salt. Throws UNAVAILABLE if the queue of hashes is full. */
export function hashPassword(password: string): Promise<string> {
  return limitConcurrency(() => argon2.hash(normalized(password), cost));
}

/**
 * Returns an Argon2id hash that is the same for the same text. It is as slow as that of a password, because the text is
 * short enough to be guessed from a copy of the hashes. Throws UNAVAILABLE if the queue of hashes is full.
 */
export async function hashGuessable(text: string): Promise<string> {
  const salt = Buffer.from('relato: guessable');
  return (await limitConcurrency(() => argon2.hashRaw(text, { ...cost, salt }))).toString('hex');
}

/**
 * Returns whether the password matches the hash. Without a hash (no account, or one without a password) it returns false
 * after the same time, so that the duration reveals nothing. Throws UNAVAILABLE if the queue of hashes is full.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await limitConcurrency(() =>
    argon2.verify(passwordHash ?? dummyHash, normalized(password)),
  );
  return passwordHash !== null && matches;
}
