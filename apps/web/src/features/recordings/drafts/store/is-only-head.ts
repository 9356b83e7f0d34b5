/** The boxes with which an MP4 begins; its sound is in others (ISO/IEC 14496-12). */
const headBoxes: ReadonlySet<string> = new Set(['ftyp', 'moov']);

/**
 * Returns whether bytes are the head of an MP4 and nothing else. Chromium delivers that first, and the sound of the
 * first two seconds a second later.
 */
export function isOnlyHead(bytes: ArrayBuffer): boolean {
  const view = new DataView(bytes);
  let offset = 0;
  while (offset + 8 <= bytes.byteLength) {
    const type = String.fromCharCode(...new Uint8Array(bytes, offset + 4, 4));
    if (!headBoxes.has(type)) return false;
    offset += Math.max(8, view.getUint32(offset));
  }
  return offset > 0 && offset === bytes.byteLength;
}
