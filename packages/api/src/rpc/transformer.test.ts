import { serverLimits } from '@relato/contract';
import { stringify } from 'superjson';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listProcedures } from '../testing/fuzz-calls.ts';
import { transformer } from './transformer.ts';

const { deserialize } = transformer.input;
const read = (text: string): unknown => deserialize(JSON.parse(text));

describe('an input', () => {
  it.each<[string, unknown]>([
    ['none', undefined],
    ['a null', null],
    ['fields', { id: 'a', text: 'Ñandú 👵', count: 3, isNew: true }],
    ['fields without a value', { search: undefined, flags: { showDownvotes: undefined, recordOnly: true } }],
    ['lists', { ids: ['a', 'b'], peaks: Array.from({ length: 100 }, (_, index) => index) }],
    ['dates', { from: new Date(0), within: [{ at: new Date(1_000) }] }],
  ])('arrives as it was sent: %s', (_what, input) => {
    expect(read(stringify(input))).toEqual(input);
  });
});

const size = serverLimits.body.maxBytes - 1_000;
/** Repeats a text up to the size limit of a body. */
const fill = (text: string, separator = ','): string =>
  Array.from({ length: Math.floor(size / (text.length + separator.length)) }, () => text).join(separator);
const keyed = (count: number, toLine: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => toLine(index)).join(',');

const annotated: readonly (readonly [string, string])[] = [
  [
    'typed arrays over large numbers',
    `{"json":{${keyed(1_800, (at) => `"k${at}":500000000`)}},"meta":{"values":{${keyed(1_800, (at) => `"k${at}":[["typed-array","Float64Array"]]`)}}}}`,
  ],
  [
    'sets in sets',
    `{"json":${'['.repeat(2_000)}${']'.repeat(2_000)},"meta":{"values":${'["set",{"0":'.repeat(2_000)}["set"]${'}]'.repeat(2_000)}}}`,
  ],
  ['a set', '{"json":{"tags":[1]},"meta":{"values":{"tags":["set"]}}}'],
  ['a number past all numbers', '{"json":{"id":"Infinity"},"meta":{"values":{"id":["number"]}}}'],
  ['an expression', '{"json":{"id":"/(a+)+$/"},"meta":{"values":{"id":["regexp"]}}}'],
  ['a class', '{"json":{"id":{}},"meta":{"values":{"id":[["class","User"]]}}}'],
  ['references', `{"json":{"a":{}},"meta":{"referentialEqualities":{"a":[${fill('"b"')}]}}}`],
  ['a length', '{"json":{"tags":[1]},"meta":{"values":{"tags.length":["undefined"]}}}'],
  ['a prototype', '{"json":{"id":"x"},"meta":{"values":{"__proto__.x":["Date"]}}}'],
  ['a date of a list', `{"json":{"id":[${fill('[0]')}]},"meta":{"values":{"id":["Date"]}}}`],
  ['a long path', `{"json":{"id":"x"},"meta":{"values":{"${fill('a', '.')}":["Date"]}}}`],
  ['an unknown word', '{"json":{"id":"x"},"meta":{"values":{"id":["undefined"]},"more":1}}'],
  ['no annotation', '{"json":{"id":"x"},"meta":{"values":{"id":"Date"}}}'],
];

const plain: readonly (readonly [string, string])[] = [
  ['empty lists', `{"json":[${fill('[]')}]}`],
  ['texts', `{"json":{"tags":[${fill('""')}]}}`],
  ['keys', `{"json":{${keyed(9_000, (at) => `"k${at}":0`)}}}`],
  ['lists in lists', `{"json":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`],
  ['half an emoji', '{"json":{"content":"Hola \\ud83d"}}'],
];

describe('SEC-43: an input that no client of ours sends', () => {
  it.each([...annotated, ...plain])('is refused before it is deserialized: %s', (_what, text) => {
    expect(() => read(text)).toThrow('INVALID_INPUT');
    expect('x' in {}).toBe(false);
  });

  it.each(['7', 'null', '"x"', '{"json":1,"meta":7}', '{"json":1,"meta":{"values":7}}'])(
    'is refused if it is not an input at all: %s',
    (text) => {
      expect(() => read(text)).toThrow('INVALID_INPUT');
    },
  );
});

const maxMs = 50; // a tenth of the limit
const maxMegabytes = 16;

/** Returns the processor time of a run, and the memory that it retains. */
function measureOnce(work: () => void): { readonly ms: number; readonly bytes: number } {
  const { heapUsed, external } = process.memoryUsage();
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  const after = process.memoryUsage();
  return { ms: (user + system) / 1_000, bytes: after.heapUsed + after.external - heapUsed - external };
}

/** Expects one of three runs to be fast enough, and none to retain much memory. */
function expectCheap(what: string, work: () => void, minRuns = 1): void {
  const costs = [];
  do costs.push(measureOnce(work));
  while (costs.length < minRuns || (costs.length < 3 && costs.every(({ ms }) => ms > maxMs)));
  const ms = Math.min(...costs.map((cost) => cost.ms));
  const megabytes = Math.max(...costs.map(({ bytes }) => bytes)) / 1024 / 1024;
  expect([what, ms <= maxMs, megabytes <= maxMegabytes]).toEqual([what, true, true]);
}

const longTexts = ['a', ' ', '\u0301', 'A@a.', '👵'];

/** Creates a body of the maximum size in the shape of a schema: every field a long text or a long list. */
function listLongInputs(input: z.core.$ZodType): readonly string[] {
  const fields = input instanceof z.ZodObject ? Object.keys(input.shape) : ['id'];
  const toText = (toValue: (text: string) => unknown) => (unit: string) => {
    const text = unit.repeat(Math.floor(size / fields.length / JSON.stringify(unit).length));
    return JSON.stringify({ json: Object.fromEntries(fields.map((field) => [field, toValue(text)])) });
  };
  const toList = (text: string) =>
    Array.from(
      { length: Math.floor((serverLimits.input.maxValues - fields.length) / fields.length) },
      (_, index) => text.slice(index * 40, index * 40 + 40),
    );
  return [...longTexts.map(toText((text) => text)), ...longTexts.map(toText(toList))];
}

describe('SEC-43: 100 kB of JSON', () => {
  it('cost at most 50 ms and 16 MB, whatever they contain', () => {
    for (const [what, text] of [...annotated, ...plain]) {
      expectCheap(what, () => expect(() => read(text)).toThrow('INVALID_INPUT'), 3);
    }
  });

  it('cost no more with the schema of any procedure', () => {
    // Many procedures share a schema.
    const pathOf = new Map(
      listProcedures().flatMap(({ path, inputs }) => inputs.map((input) => [input, path])),
    );
    for (const [input, path] of pathOf) {
      for (const text of listLongInputs(input)) {
        expect(text.length).toBeLessThanOrEqual(serverLimits.body.maxBytes);
        expectCheap(`${path} ${text.slice(0, 60)}`, () => z.safeParse(input, read(text)));
      }
    }
  });
});
