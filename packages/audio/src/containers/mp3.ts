import { Refusal } from '../refusal.ts';

// ISO/IEC 11172-3 and 13818-3, layer III, by the four bits of the header; 0 is "free" and 15 forbidden: not taken.
const kilobitsOfVersion1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0];
const kilobitsOfVersion2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0];
const sampleRatesHz = [44_100, 48_000, 32_000];
const tagHeaderBytes = 10;
const trailingTagBytes = 128;

/** An ID3v2 tag, frames without a gap, and an ID3v1 tag; each tag may be missing. */
export function checkMp3(bytes: Uint8Array): void {
  let position = leadingTagBytes(bytes);
  if (position > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
  const end = startsWith(bytes, bytes.length - trailingTagBytes, 'TAG')
    ? bytes.length - trailingTagBytes
    : bytes.length;
  while (position < end) {
    if (position + 4 > end) throw new Refusal('AUDIO_TRUNCATED');
    position += frameBytes(bytes, position);
  }
  if (position > end) throw new Refusal('AUDIO_TRUNCATED');
}

/** ID3v2, section 3.1: four bytes of seven bits, and ten of the header itself. */
function leadingTagBytes(bytes: Uint8Array): number {
  if (!startsWith(bytes, 0, 'ID3')) return 0;
  return (
    bytes.subarray(6, tagHeaderBytes).reduce((size, byte) => size * 128 + (byte & 0x7f), 0) + tagHeaderBytes
  );
}

function frameBytes(bytes: Uint8Array, position: number): number {
  const [first = 0, second = 0, third = 0] = bytes.subarray(position, position + 3);
  const version = (second >> 3) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const isLayer3 = ((second >> 1) & 3) === 1;
  const kilobits = (version === 3 ? kilobitsOfVersion1 : kilobitsOfVersion2)[third >> 4] ?? 0;
  const baseRateHz = sampleRatesHz[(third >> 2) & 3];
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || version === 1 || !isLayer3 || !kilobits || !baseRateHz) {
    throw new Refusal('AUDIO_NOT_AUDIO');
  }
  const sampleRateHz = version === 3 ? baseRateHz : version === 2 ? baseRateHz / 2 : baseRateHz / 4;
  const bytesPerFrame = version === 3 ? 144 : 72;
  return Math.floor((bytesPerFrame * kilobits * 1000) / sampleRateHz) + ((third >> 1) & 1);
}

const startsWith = (bytes: Uint8Array, position: number, text: string): boolean =>
  position >= 0 && String.fromCharCode(...bytes.subarray(position, position + text.length)) === text;
