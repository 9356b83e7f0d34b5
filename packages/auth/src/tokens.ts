import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits as base64url, which no mail program breaks. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/**
 * Returns the SHA-256 of a token for the database, so that a copy of the table gives no access. A token has too many bits to
 * be guessed from its hash, so a fast hash without salt is enough.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
