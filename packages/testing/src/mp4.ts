/** Finds the top-level boxes of this type. */
function boxesOf(bytes: Uint8Array, type: string): { readonly at: number; readonly size: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: { at: number; size: number }[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, view.getUint32(at))) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (name === type) found.push({ at, size: view.getUint32(at) });
  }
  return found;
}

/** Returns a fragmented MP4 like that of WebKitGTK, which repeats the header of its last fragment. */
export function doubleLastFragmentHeader(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const last = boxesOf(bytes, 'moof').at(-1);
  if (!last) throw new Error('No fragment');
  const header = bytes.subarray(last.at, last.at + last.size);
  return Uint8Array.from([...bytes.subarray(0, last.at), ...header, ...bytes.subarray(last.at)]);
}

/** Returns a fragmented MP4 without the fragment at `index`, counted from zero. */
export function dropFragment(bytes: Uint8Array, index: number): Uint8Array<ArrayBuffer> {
  const fragments = boxesOf(bytes, 'moof');
  const dropped = fragments[index];
  const next = fragments[index + 1];
  if (!dropped || !next) throw new Error('No such fragment, or nothing after it');
  return Uint8Array.from([...bytes.subarray(0, dropped.at), ...bytes.subarray(next.at)]);
}
