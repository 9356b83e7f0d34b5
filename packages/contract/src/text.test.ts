import { expect, it } from 'vitest';
import { isBlank } from './text.ts';

it.each([
  ['nothing', ''],
  ['spaces and lines', ' \n\t\u00a0\u3000'],
  ['zero-width characters', '\u200b\u200d\ufeff\u2060'],
  ['marks of direction', '\u202e\u2066\u2069'],
  ['fillers', '\u3164\u115f\u2800'],
  ['control characters', '\u0000\u0007'],
])('takes %s for blank', (_what, text) => {
  expect(isBlank(text)).toBe(true);
});

it.each([
  ['a word', ' hola '],
  ['an emoji alone', '👩\u200d👧'],
  ['a text from right to left', '\u202bمرحبا'],
  ['a single point', '.'],
])('does not take %s for blank', (_what, text) => {
  expect(isBlank(text)).toBe(false);
});
