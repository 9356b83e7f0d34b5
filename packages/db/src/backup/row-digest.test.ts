import { expect, it } from 'vitest';
import { createRowDigest } from './row-digest.ts';

function digestOf(...chunks: readonly string[]): { readonly rows: number; readonly digest: string } {
  const digest = createRowDigest();
  for (const chunk of chunks) digest.add(Buffer.from(chunk));
  return digest.read();
}

it('is the same for the same rows in another order and in other chunks', () => {
  const expected = digestOf('1\tuno\n2\tdos\n3\ttres\n');
  expect(expected.rows).toBe(3);
  expect(digestOf('3\ttres\n1\tuno\n2\tdos\n')).toEqual(expected);
  expect(digestOf('1\tu', 'no\n2\td', 'os', '\n', '3\ttres\n')).toEqual(expected);
});

it.each([
  ['a row is missing', '1\tuno\n2\tdos\n'],
  ['a row is changed', '1\tuno\n2\tdos\n3\ttreS\n'],
  ['a row is there twice', '1\tuno\n2\tdos\n3\ttres\n3\ttres\n'],
  ['two rows are one', '1\tuno\n2\tdos3\ttres\n'],
])('differs if %s', (_reason, text) => {
  expect(digestOf(text).digest).not.toBe(digestOf('1\tuno\n2\tdos\n3\ttres\n').digest);
});

it('of no rows is zero', () => {
  expect(digestOf()).toEqual({ rows: 0, digest: '0'.repeat(64) });
});
