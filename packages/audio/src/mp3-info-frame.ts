import { readMp3 } from './containers/mp3.ts';

/** The delay that LAME adds. Players add the 529 samples of their own decoder. */
const encoderDelay = 576;
const samplesPerFrame = 1152;
/** The bytes of a frame's header and of the side information of one channel. */
const tagAt = 4 + 17;
/** The sizes of the two parts, of which the second ends with two checksums. */
const infoBytes = 120;
const lameBytes = 36;
const tocEntries = 100;

interface Sound {
  /** The number of samples that were encoded. */
  readonly samples: number;
  readonly kilobits: number;
}

/**
 * Puts LAME's own header before its frames, which the encoder leaves out. By it players know the true duration, where to
 * seek, and how many samples at both ends are not part of the sound. The frames are of one channel, MPEG-1 and of one bit
 * rate. See http://gabriel.mp3-tech.org/mp3infotag.html
 */
export function withInfoFrame(
  frames: Uint8Array<ArrayBuffer>,
  { samples, kilobits }: Sound,
): Uint8Array<ArrayBuffer> {
  const track = readMp3(frames);
  const count = Array.from(track.samples).length;
  const frameBytes = Math.floor(((samplesPerFrame / 8) * kilobits * 1000) / track.config.sampleRate);
  const file = new Uint8Array(frameBytes + frames.length);
  file.set(frames, frameBytes);
  const view = new DataView(file.buffer);
  // The header of the first frame, without its padding.
  file.set(frames.subarray(0, 4));
  file[2] = (file[2] ?? 0) & ~0b10;

  writeText(file, tagAt, 'Info');
  view.setUint32(tagAt + 4, 0b1111); // all four of the following
  view.setUint32(tagAt + 8, count);
  view.setUint32(tagAt + 12, file.length);
  for (let entry = 0; entry < tocEntries; entry += 1)
    file[tagAt + 16 + entry] = Math.floor((entry * 256) / tocEntries);
  view.setUint32(tagAt + 16 + tocEntries, 0); // the quality

  const lameAt = tagAt + infoBytes;
  writeText(file, lameAt, 'LAME3.100');
  file[lameAt + 9] = 1; // a constant bit rate
  file[lameAt + 20] = kilobits;
  const padding = count * samplesPerFrame - encoderDelay - samples;
  file.set([encoderDelay >> 4, ((encoderDelay & 15) << 4) | (padding >> 8), padding & 255], lameAt + 21);
  view.setUint32(lameAt + 28, file.length);
  view.setUint16(lameAt + 32, checksum(frames));
  view.setUint16(lameAt + 34, checksum(file.subarray(0, lameAt + lameBytes - 2)));
  return file;
}

function writeText(bytes: Uint8Array, at: number, text: string): void {
  new TextEncoder().encodeInto(text, bytes.subarray(at));
}

/** CRC-16/ARC. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum >> 8) ^ (checksums[(sum ^ byte) & 255] ?? 0);
  return sum;
}

const checksums = Uint16Array.from({ length: 256 }, (_, index) => {
  let sum = index;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  return sum;
});
