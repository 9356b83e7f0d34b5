import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a link, in letters that no mail program breaks. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/**
 * What is stored of a session token or a link: the secret has too many bits to be guessed from its hash, so a fast
 * hash without salt is enough, and a copy of the table opens nothing.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
