import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const fixture = fileURLToPath(
  new URL('../../../../../../packages/testing/fixtures/audio/chromium_opus_frag.mp4', import.meta.url),
);

/** Returns a recording with unique bytes: a box that players skip contains this number of random ones. */
export async function createAudio(randomByteCount = 32): Promise<Buffer> {
  const head = Buffer.alloc(8, 'free', 'latin1');
  head.write('free', 4, 'latin1');
  head.writeUInt32BE(head.length + randomByteCount);
  return Buffer.concat([await readFile(fixture), head, randomBytes(randomByteCount)]);
}
