import { Refusal } from '../refusal.ts';

const headerBytes = 27;
/** The identification and the comments of an Opus stream have a page each. */
const headerPages = 2;

/** RFC 3533: pages of a header, a table of up to 255 lengths, and as many bytes as these add up to. */
export function checkOgg(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;
  let pages = 0;
  let lastLength = 0;
  while (position < bytes.length) {
    const segments = bytes[position + 26];
    if (segments === undefined) throw new Refusal('AUDIO_TRUNCATED');
    if (view.getUint32(position) !== 0x4f676753) throw new Refusal('AUDIO_NOT_AUDIO');
    // A second stream: a video, or more sound than is measured.
    if (view.getUint32(position + 14) !== view.getUint32(14)) throw new Refusal('AUDIO_NOT_AUDIO');
    const table = bytes.subarray(position + headerBytes, position + headerBytes + segments);
    const end = position + headerBytes + segments + table.reduce((sum, length) => sum + length, 0);
    if (end > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
    if (checksum(bytes.subarray(position, end)) !== view.getUint32(position + 22, true)) {
      throw new Refusal('AUDIO_UNDECODABLE');
    }
    lastLength = table.at(-1) ?? 0;
    pages += 1;
    position = end;
  }
  // A length of 255 says that the packet goes on in the next page.
  if (pages < headerPages || lastLength === 255) throw new Refusal('AUDIO_TRUNCATED');
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value;
});

/** RFC 3533, section 6: CRC-32 of the whole page with its own four bytes taken as zero. */
function checksum(page: Uint8Array): number {
  let crc = 0;
  page.forEach((byte, index) => {
    const value = index >= 22 && index < 26 ? 0 : byte;
    crc = (crc << 8) ^ (table[(crc >>> 24) ^ value] ?? 0);
  });
  return crc >>> 0;
}
