import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Adds the bytes of a file to `hash`. */
export async function addFile(hash: Hash, file: string): Promise<void> {
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await addFile(hash, file);
  return hash.digest('hex');
}
