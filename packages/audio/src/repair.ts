/**
 * Returns an MP4 without headers of fragments that are directly followed by another one. WebKitGTK repeats the header of its
 * last fragment, and only the second one counts.
 */
export function dropRepeatedHeaders(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [];
  let keptUntil = 0;
  let headerAt: number | null = null;
  for (let at = 0, size = 0; at + 8 <= bytes.length; at += size) {
    size = view.getUint32(at);
    const isHeader = view.getUint32(at + 4) === moof;
    if (isHeader && headerAt !== null) {
      kept.push(bytes.subarray(keptUntil, headerAt));
      keptUntil = at;
    }
    headerAt = isHeader ? at : null;
    // Smaller numbers have a special meaning that recorders of fragments do not use.
    if (size < 8) break;
  }
  return keptUntil === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(keptUntil)]);
}

const moof = 0x6d6f6f66;

/** Returns whether the last page of an Ogg is cut, which the engine does not report. */
export function isCutOgg(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.lastIndexOf('OggS');
  const segments = file[at + 26] ?? 0;
  const table = file.subarray(at + 27, at + 27 + segments);
  const pageEnd = at + 27 + segments + table.reduce((sum, size) => sum + size, 0);
  return pageEnd > file.length;
}

/** The kilobits per second of a frame, by the index in its header: of MPEG-1, and of MPEG-2 and 2.5. */
const kilobits = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const ratesHz = [44_100, 48_000, 32_000];
const versionDivisors = [4, Number.NaN, 2, 1];

/** Returns whether an MP3 consists of consecutive frames. Players skip data between them, where a stranger may hide a text. */
export function hasOnlyFrames(bytes: Uint8Array): boolean {
  let at = 0;
  while (at + 4 <= bytes.length) {
    const [sync, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
    const version = (kind >> 3) & 3;
    const rateHz = (ratesHz[(rates >> 2) & 3] ?? Number.NaN) / (versionDivisors[version] ?? 1);
    const bitRate = 1000 * (kilobits[version === 3 ? 0 : 1]?.[rates >> 4] ?? 0);
    const size = Math.floor(((version === 3 ? 144 : 72) * bitRate) / rateHz) + ((rates >> 1) & 1);
    if (sync !== 0xff || (kind & 0xe6) !== 0xe2 || !(size > 4)) return false;
    at += size;
  }
  return at === bytes.length;
}
