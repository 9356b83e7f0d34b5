import { hash } from './random.ts';

const headerBytes = 44;
const sampleRate = 44_100;

/** Returns a WAV file of this size with quiet noise in it, which the server accepts as a recording. */
export function createNoise(bytes: number, salt = 1): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(bytes - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes - headerBytes, 40);
  for (let at = headerBytes; at + 1 < bytes; at += 2) file.writeInt16LE((hash(at, salt) % 8_000) - 4_000, at);
  return file;
}
