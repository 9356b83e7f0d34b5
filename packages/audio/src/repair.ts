/**
 * Returns an MP4 without the headers of fragments that are directly followed by another one: WebKitGTK writes that of its last
 * fragment twice, and only the last one counts.
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
    // Smaller numbers have a meaning that recorders of fragments do not use.
    if (size < 8) break;
  }
  return keptUntil === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(keptUntil)]);
}

const moof = 0x6d6f6f66;

/** Returns whether the last page of an Ogg is cut, which the engine does not tell. */
export function isCutOgg(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.lastIndexOf('OggS');
  const segments = file[at + 26] ?? 0;
  const table = file.subarray(at + 27, at + 27 + segments);
  const pageEnd = at + 27 + segments + table.reduce((sum, size) => sum + size, 0);
  return pageEnd > file.length;
}
