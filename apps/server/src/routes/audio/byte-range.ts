/** Both ends are inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses one range of RFC 9110's `bytes` unit. Returns null for the whole file if there is no header, another unit, a
 * malformed range or several ranges. A server may ignore several ranges, and each would cost a read.
 */
export function parseByteRange(
  header: string | undefined,
  bytes: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 || bytes === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, bytes - suffix), end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
