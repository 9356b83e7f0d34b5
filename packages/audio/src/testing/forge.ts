/** Every copy of a recording in which four bytes in a row between two positions claim the largest number there is. */
export function* forgeCounts(
  bytes: Uint8Array,
  from: number,
  to: number,
): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at + 4 <= to; at += 4) {
    const forged = Uint8Array.from(bytes);
    forged.fill(0xff, at, at + 4);
    yield forged;
  }
}
