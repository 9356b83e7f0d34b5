import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const fixture = fileURLToPath(
  new URL('../../../../../../packages/testing/fixtures/audio/chromium_opus_frag.mp4', import.meta.url),
);

/** Returns a recording whose bytes no other has: a box that players skip holds random ones, this many. */
export async function createAudio(randomByteCount = 32): Promise<Buffer> {
  const head = Buffer.alloc(8, 'free', 'latin1');
  head.write('free', 4, 'latin1');
  head.writeUInt32BE(head.length + randomByteCount);
  return Buffer.concat([await readFile(fixture), head, randomBytes(randomByteCount)]);
}
