import { expect, it } from 'vitest';
import { mayRead } from './may-read.ts';

const all = { isOn: true, isStill: false, savesData: false, hasHighlights: true };

it.each([
  ['everything speaks for it', all, true],
  ['it is switched off', { ...all, isOn: false }, false],
  ['nothing may move', { ...all, isStill: true }, false],
  ['data is saved', { ...all, savesData: true }, false],
  ['the browser cannot light up words', { ...all, hasHighlights: false }, false],
])('returns whether stories are read without a sound: %s', (_title, facts, expected) => {
  expect(mayRead(facts)).toBe(expected);
});
