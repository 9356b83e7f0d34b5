import { expect, it } from 'vitest';
import { isOnlyHead } from './is-only-head.ts';

/** Returns a box of an MP4, with zeros in it. */
function box(type: string, bytes: number): number[] {
  const values = new Uint8Array(bytes);
  new DataView(values.buffer).setUint32(0, bytes);
  values.set(new TextEncoder().encode(type), 4);
  return [...values];
}

const head = [...box('ftyp', 32), ...box('moov', 609)];
const toBytes = (values: readonly number[]) => new Uint8Array(values).buffer;

it('is true of what Chromium delivers first', () => {
  expect(isOnlyHead(toBytes(head))).toBe(true);
});

it.each([
  ['nothing', []],
  ['a head with a fragment of sound', [...head, ...box('moof', 80), ...box('mdat', 500)]],
  ['a fragment of sound', [...box('moof', 80), ...box('mdat', 500)]],
  [
    'a file whose sound comes before its index',
    [...box('ftyp', 32), ...box('mdat', 500), ...box('moov', 90)],
  ],
  ['a head that is cut off', head.slice(0, -1)],
  ['a WebM', [0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 0x01]],
])('is false of %s', (_what, values) => {
  expect(isOnlyHead(toBytes(values))).toBe(false);
});
