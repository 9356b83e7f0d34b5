import { defaults } from '@relato/contract/text/defaults';
import { fixedTags } from '@relato/contract/stories/rules';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { playerText } from './player.ts';
import { reportsText } from './reports.ts';

const specification = readFileSync(
  new URL('../../../../docs/product-specification.md', import.meta.url),
  'utf8',
);

/** Quotations of the specification that are not texts of the screen. All others must be in the catalogue. */
const notOnScreen = new Map([
  ['Record again', 'English for a button that says "Grabar de nuevo"'],
  ['Repeat', 'English for its short label, "Repetir"'],
  ['U', 'the letter of an avatar without a name, a rule of the contract, profiles/avatar.ts'],
  ['pending', 'a state of a report in the database'],
  ['not-allowed', "the browser's name of an error"],
  ['User must be authenticated to create stories', 'an exception; people see UNAUTHENTICATED'],
  ['Story not found', 'an exception; people see STORY_NOT_FOUND'],
  ['No data returned from story creation', 'an exception of a call that here answers or fails'],
  [
    'HTTP Error: {status} {statusText}',
    'what a transcriber said, kept by packages/speech/src/error-message.ts',
  ],
]);

const readPoint = (point: number) =>
  specification.split(/^## (?=\d\.)/m).find((text) => text.startsWith(`${point}.`)) ?? '';

// A quotation mark opens after a space and closes before punctuation; the apostrophe of "user's" does neither.
const quotation = /(?<=^|[\s(])'(\S[^'\n]*?)'(?=$|[\s.,;:)])/gm;

/** Returns every quoted text; `A / B` are a title and a text. */
const listQuotations = (text: string) =>
  [...text.matchAll(quotation)].flatMap(([, quoted = '']) => quoted.split(' / '));

const sample = 'X';

/** Removes placeholders: `{name}`, `X`, `m:ss` and `...` in the specification. */
const withoutBlanks = (text: string) =>
  text.replaceAll(/\{\w+\}|\bX\b|m:ss|(?<=@)username|(?<=: )\.{3}$/g, '').trim();

/** Removes numbers and samples from the output of a function of the catalogue. */
const withoutSamples = (text: string) => withoutBlanks(text).replaceAll(/^\d+ |\d+$/g, '');

/** Lists the texts of an exported value; functions are called for the singular, the plural and a name. */
function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'function') {
    for (const argument of [1, 2, sample])
      for (const text of listTexts(tryCall(() => value(argument, argument)))) yield withoutSamples(text);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* listTexts(inner);
  }
}

/** Date formats accept neither a number nor a word. */
function tryCall(call: () => unknown): unknown {
  try {
    return call();
  } catch {
    return null;
  }
}

const catalogue = new Set(
  listTexts([import.meta.glob(['./**/*.ts', '!./**/*.test.ts'], { eager: true }), defaults]),
);
const points = [2, 4, 5, 8];
const quoted = points.flatMap((point) => listQuotations(readPoint(point)));

describe('the quotations of the specification', () => {
  it.each(points)('of point %i are all read', (point) => {
    const rest = readPoint(point).replaceAll(quotation, '');
    expect(rest).toContain(`${point}. `);
    expect(rest.match(/(?<!\p{L})'|'(?!\p{L})(?!.*\p{L})/gu) ?? []).toEqual([]);
  });

  it('that are not texts of the screen are still in the specification', () => {
    expect([...notOnScreen.keys()].filter((text) => !quoted.includes(text))).toEqual([]);
  });
});

describe('the catalogue of texts', () => {
  it('L7, L345, L397: says every quoted text', () => {
    const texts = quoted.filter((text) => !notOnScreen.has(text));
    expect(texts.filter((text) => !catalogue.has(withoutBlanks(text)))).toEqual([]);
  });

  it('L274: lists every reason to report, in the order of the specification', () => {
    const [, reasons = ''] = /Reasons \(6\): (.+)\.$/m.exec(readPoint(5)) ?? [];
    expect(Object.values(reportsText.reasons)).toEqual(reasons.split(', '));
  });
});

it('L380: a media error has the text of its code', () => {
  const [, texts = ''] = /By media error code: (.+)\.$/m.exec(readPoint(8)) ?? [];
  const { aborted, network, decode, unsupported, unknown } = playerText.errors;
  expect(texts).toBe(
    `1 '${aborted}'; 2 '${network}'; 3 '${decode}'; 4 '${unsupported}'; otherwise '${unknown}'`,
  );
});

it('L147-148: the fixed tags are those of the specification, in its order', () => {
  const [, tags = ''] = /\*\*Fixed tag list\*\*\s+- (.+)\.$/m.exec(readPoint(3)) ?? [];
  expect(fixedTags).toEqual(tags.split(', '));
});
