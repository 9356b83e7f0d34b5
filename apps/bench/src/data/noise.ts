const headerBytes = 44;
const sampleRate = 44_100;

/** The size of the audio of a story. */
export const audioBytes = 2_000_000;

/** Returns a WAV file of this size with quiet noise, which the server accepts as a recording. */
export function createNoise(bytes: number, seed = 1): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(bytes);
  file.write('RIFF....WAVEfmt ', 'latin1');
  file.writeUInt32LE(bytes - 8, 4);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes - headerBytes, 40);
  let state = seed;
  for (let at = headerBytes; at + 1 < bytes; at += 2) {
    // The generator of Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    file.writeInt16LE(((state >>> 16) % 8_000) - 4_000, at);
  }
  return file;
}
