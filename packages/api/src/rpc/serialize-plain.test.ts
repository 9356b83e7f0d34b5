import {
  anything,
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  date,
  dictionary,
  double,
  integer,
  letrec,
  oneof,
  property,
  string,
} from 'fast-check';
import { parse, stringify } from 'superjson';
import { describe, expect, it } from 'vitest';
import { serializePlain } from './serialize-plain.ts';

const anyDate = date({ noInvalidDate: true });
const key = oneof(
  string(),
  constantFrom('id', 'createdAt', 'a.b', 'a\\b', '', '0', '10', '2', '__proto__', 'constructor', '-', '$'),
);
const plain = letrec((tie) => ({
  value: oneof(
    { maxDepth: 4 },
    string({ unit: 'binary' }),
    double(),
    integer(),
    boolean(),
    constant(null),
    anyDate,
    array(tie('value'), { maxLength: 4 }),
    dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: false }),
  ),
})).value;
/** Values that JSON cannot hold, among plain ones. */
const anyValue = anything({
  key,
  withDate: true,
  withBigInt: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
});

/** Returns the text, or the message of the error that superjson throws for some keys. */
const stringifyBySuperjson = (value: unknown): string => {
  try {
    return stringify(value);
  } catch (error) {
    return String(error);
  }
};

describe('serializePlain', () => {
  it.each([
    ['plain values and dates', plain],
    ['any value', anyValue],
  ])('writes what superjson writes, or nothing: %s', (_what, values) => {
    assert(
      property(values, (value) => {
        const serialized = serializePlain(value);
        if (serialized === null) return;
        // Compared as values: superjson lists the dates inside an item after that item's later neighbours.
        expect(JSON.parse(JSON.stringify(serialized))).toEqual(JSON.parse(stringifyBySuperjson(value)));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it("is read like superjson's output, also if superjson lists the dates in another order", () => {
    const value = [[[new Date(0)], new Date(1)]];
    const text = JSON.stringify(serializePlain(value));
    expect(text).not.toBe(stringify(value));
    expect(parse(text)).toEqual(value);
  });

  it('serializes every list and object of plain values and dates under plain names', () => {
    const story = {
      id: 'a',
      createdAt: new Date(0),
      tags: ['x'],
      viewer: { vote: null },
      hidden: { at: new Date(1) },
    };
    const page = { items: [story, structuredClone(story)], nextCursor: null, count: 2 };
    expect(JSON.stringify(serializePlain(page))).toBe(stringify(page));
    expect(serializePlain(page)?.meta?.values).toHaveProperty(['items.1.hidden.at']);
    for (const value of [null, 'x', 1, true, [], {}, [new Date(0)], new Date(0)])
      expect(JSON.stringify(serializePlain(value))).toBe(stringify(value));
  });

  it('leaves the others to superjson', () => {
    const twice = { id: 'a' };
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const others = [
      undefined,
      { a: undefined },
      [undefined],
      Array(1),
      Number.NaN,
      Infinity,
      -0,
      1n,
      Symbol('x'),
      () => 1,
      new Map(),
      new Set(),
      new Error('x'),
      /x/,
      new URL('http://x'),
      new Uint8Array(1),
      new Date(Number.NaN),
      [twice, twice],
      loop,
      { 'a.b': [] },
      { constructor: 1 },
      Object.create({}),
    ];
    for (const value of others) expect(serializePlain(value)).toBeNull();
  });
});
