import { Refusal } from './refusal.ts';

/** The demuxers of the engine for recordings. */
export type Demuxer = 'matroska' | 'mov' | 'ogg' | 'mp3' | 'aac' | 'wav' | 'flac' | 'amr' | 'aiff' | 'caf';

/** The first twelve bytes of each format, in hexadecimal digits. Raw frames begin with set bits. */
const signatures: readonly (readonly [Demuxer, RegExp])[] = [
  ['matroska', /^1a45dfa3/],
  ['ogg', /^4f676753/], // OggS
  ['mov', /^.{8}(?:66747970|6d6f6f76|6d646174|77696465|66726565|736b6970)/], // ftyp, moov, mdat, wide, free, skip
  ['wav', /^(?:52494646|52463634).{8}57415645/], // RIFF or RF64, WAVE
  ['flac', /^664c6143/], // fLaC
  ['amr', /^2321414d52/], // #!AMR
  ['aiff', /^464f524d.{8}41494(?:646|643)/], // FORM, AIFF or AIFC
  ['caf', /^63616666/], // caff
  ['aac', /^fff[0189]/],
  ['mp3', /^ff[ef][2-7a-f]/],
];

/** Returns the format of a file that begins with these bytes, or undefined if it is none that the engine reads. */
export function detectFormat(bytes: Uint8Array): Demuxer | undefined {
  const tags = tagBytes(bytes);
  const head = Buffer.from(bytes.subarray(tags, tags + 12)).toString('hex');
  return signatures.find(([, pattern]) => pattern.test(head))?.[0];
}

/**
 * Returns the format of the first bytes, which is the only one that the engine tries. Refuses a file that is also a page, a
 * drawing or an archive, although the served copy contains only sound. Throws Refusal.
 */
export function requireFormat(bytes: Uint8Array): Demuxer {
  const format = detectFormat(bytes);
  if (!format || isAlsoAnother(bytes)) throw new Refusal('AUDIO_NOT_AUDIO');
  return format;
}

/** Returns the length of the ID3v2 tags at the start. Their sizes have seven bits in each byte. */
function tagBytes(bytes: Uint8Array): number {
  let end = 0;
  while (bytes[end] === 0x49 && bytes[end + 1] === 0x44 && bytes[end + 2] === 0x33)
    end += 10 + bytes.subarray(end + 6, end + 10).reduce((size, byte) => size * 128 + (byte & 127), 0);
  return end;
}

const tailBytes = 65_557; // of an archive, the end record with the longest comment
const page = /<(?:!doctype html|html|script|svg)[\s>]/i;

/**
 * Returns whether a page or an archive is appended. Browsers read pages from any position, and archives are read from their
 * end.
 */
function isAlsoAnother(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(-tailBytes));
  const record = tail.lastIndexOf('PK\u0005\u0006');
  const isArchive =
    record !== -1 &&
    record + 22 <= tail.length &&
    record + 22 + tail.readUInt16LE(record + 20) === tail.length;
  return isArchive || page.test(tail.toString('latin1'));
}
