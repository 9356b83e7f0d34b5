export type Container = 'webm' | 'mp4' | 'ogg' | 'mp3';

/**
 * Whether a file was cut inside one of the pieces that its container is made of. A recorder that stops, or a recording
 * that is salvaged, ends between two of them; a transfer that broke ends anywhere.
 */
export function isCutShort(bytes: Uint8Array, container: Container): boolean {
  switch (container) {
    case 'webm':
      return isMatroskaCut(bytes);
    case 'mp4':
      return isMp4Cut(bytes);
    case 'ogg':
      return isOggCut(bytes);
    case 'mp3':
      // A stream of frames: it may end after any, and decoders skip half of one.
      return false;
  }
}

/** Segment and Cluster, which recorders write with an unknown size: what they hold is walked instead. */
const matroskaMasters = new Set([0x18538067, 0x1f43b675]);

/** RFC 8794: an id and a size of variable length, then as many bytes. */
function isMatroskaCut(bytes: Uint8Array): boolean {
  let position = 0;
  while (position < bytes.length) {
    const id = readVariable(bytes, position, { keepMarker: true });
    if (!id) return true;
    const size = readVariable(bytes, position + id.length, { keepMarker: false });
    if (!size) return true;
    position += id.length + size.length;
    if (matroskaMasters.has(id.value)) continue;
    if (size.isUnknown || position + size.value > bytes.length) return true;
    position += size.value;
  }
  return false;
}

function readVariable(
  bytes: Uint8Array,
  position: number,
  { keepMarker }: { readonly keepMarker: boolean },
): { readonly value: number; readonly length: number; readonly isUnknown: boolean } | null {
  const first = bytes[position];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (length > 8 || position + length > bytes.length) return null;
  let value = keepMarker ? first : first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[position + index] ?? 0;
    isUnknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { value, length, isUnknown };
}

/** ISO/IEC 14496-12: boxes of a 32-bit size and a type; a fragment's moof is followed by its mdat. */
function isMp4Cut(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;
  let type = '';
  let holdsMedia = false;
  while (position < bytes.length) {
    if (position + 8 > bytes.length) return true;
    const small = view.getUint32(position);
    type = String.fromCharCode(...bytes.subarray(position + 4, position + 8));
    const isLarge = small === 1;
    if (isLarge && position + 16 > bytes.length) return true;
    const size = isLarge
      ? Number(view.getBigUint64(position + 8))
      : small === 0
        ? bytes.length - position
        : small;
    if (size < 8 || position + size > bytes.length) return true;
    holdsMedia ||= type === 'mdat';
    position += size;
  }
  return type === 'moof' || !holdsMedia;
}

/** RFC 3533: pages of a header, a table of up to 255 lengths and as many bytes. */
function isOggCut(bytes: Uint8Array): boolean {
  let position = 0;
  while (position < bytes.length) {
    if (position + 27 > bytes.length) return true;
    const segments = bytes[position + 26] ?? 0;
    if (position + 27 + segments > bytes.length) return true;
    const table = bytes.subarray(position + 27, position + 27 + segments);
    position += 27 + segments + table.reduce((sum, length) => sum + length, 0);
  }
  return position > bytes.length;
}
