const checksums = Uint32Array.from({ length: 256 }, (_, index) => {
  let sum = index << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  return sum;
});

/** Returns the checksum of an Ogg page with a zeroed checksum field (RFC 3533, section 6). */
export function checksum(page: Uint8Array): number {
  let sum = 0;
  for (const [index, byte] of page.entries())
    sum = (sum << 8) ^ (checksums[(sum >>> 24) ^ (index >= 22 && index < 26 ? 0 : byte)] ?? 0);
  return sum >>> 0;
}
