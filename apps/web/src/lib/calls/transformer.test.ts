import { deserialize, serialize } from 'superjson';
import { describe, expect, it } from 'vitest';
import { transformer } from './transformer.ts';

const at = new Date('2026-05-01T10:00:00Z');
/** What arrives of a value. */
const carry = (value: unknown): unknown =>
  transformer.deserialize(JSON.parse(JSON.stringify(serialize(value))));

describe('an answer', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a date', at],
    ['a page', { items: [{ id: 'a', createdAt: at, hidden: { at, reason: null } }], nextCursor: null }],
    ['a field without a value', { id: 'a', name: undefined }],
    ['a list of dates', [at, at]],
    ['the same object twice', [{ at }, { at }]],
  ])('arrives as superjson wrote it: %s', (_what, value) => {
    expect(carry(value)).toEqual(value);
  });

  it.each([new Set(['a']), { count: 1n }, { 'a.b': at }])(
    'is refused if it needs more of superjson: %s',
    (value) => {
      expect(() => carry(value)).toThrow(TypeError);
    },
  );
});

it.each([undefined, null, 'x', { id: 'a', tags: ['b'] }, { direction: null, limit: undefined }])(
  'an input is plain JSON in the same format: %s',
  (input) => {
    const sent = deserialize(JSON.parse(JSON.stringify(transformer.serialize(input))));
    expect(sent).toEqual(input);
  },
);
