import { describe, expect, it } from 'vitest';
import { accepts } from './accepted-encodings.ts';

/** A list with `br` at a position, counted from one. */
const nameAt = (position: number) => `${'x,'.repeat(position - 1)}br`;

describe('an Accept-Encoding header', () => {
  it.each([
    ['br', true, false],
    ['gzip, deflate, br, zstd', true, true],
    ['  BR  ,\tGZip ', true, true],
    ['br;q=0.001, gzip;q=0.0', true, false],
    ['br;q=0, gzip', false, true],
    ['Br ; Q=0.000 , gzip;q=0.10', false, true],
    ['x-gzip, brotli, gzipped', false, false],
    ['', false, false],
  ])('«%s» accepts br: %s, and gzip: %s', (header, br, gzip) => {
    expect([accepts(header, 'br'), accepts(header, 'gzip')]).toEqual([br, gzip]);
  });

  it('is read up to a number of names, however long it is', () => {
    expect(accepts(nameAt(32), 'br')).toBe(true);
    expect(accepts(nameAt(40), 'br')).toBe(false);
    expect(accepts(`${','.repeat(15_500)}br`, 'br')).toBe(false);
  });
});
