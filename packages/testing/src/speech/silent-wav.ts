const headerBytes = 44;
const samplesPerSecond = 8_000;

/** Returns a WAV file of silence: mono, 16 bits, 8 kHz. */
export function makeSilentWav(durationMs: number): Buffer<ArrayBuffer> {
  const dataBytes = Math.round((durationMs * samplesPerSecond) / 1000) * 2;
  const bytes = Buffer.alloc(headerBytes + dataBytes);
  bytes.write('RIFF');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20); // PCM
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(samplesPerSecond, 24);
  bytes.writeUInt32LE(samplesPerSecond * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(dataBytes, 40);
  return bytes;
}
