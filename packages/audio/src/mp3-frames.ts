/** Kilobits a second of a frame, by the index in its header: of MPEG-1, and of MPEG-2 and 2.5. */
const kilobits = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const ratesHz = [44_100, 48_000, 32_000];
const versionDivisors = [4, Number.NaN, 2, 1];

/** Returns whether an MP3 is one frame after the other. Players pass over what is between them, and a stranger may hide a text there. */
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
