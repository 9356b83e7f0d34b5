import { expect, it } from 'vitest';
import { keepChoice, toChosenWord, type Choice } from './word-keys.ts';

const words = [0.9, 0.1, 0.9, null, 0.2, 0.9].map((confidence, index) => ({
  text: `p${index}`,
  startMs: index,
  endMs: index,
  confidence,
}));
const plain = { altKey: false, ctrlKey: false, metaKey: false };
const press = (key: string, here: number, isRtl = false) =>
  toChosenWord({ ...plain, key }, { words, here, isRtl });

it.each([
  ['ArrowRight', 2, 3],
  ['ArrowRight', 5, 5],
  ['ArrowLeft', 2, 1],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 1, 1],
  ['Home', 3, 0],
  ['End', 3, 5],
  ['a', 3, null],
] as const)('%s goes from word %i to word %s', (key, here, there) => {
  expect(press(key, here)).toBe(there);
});

it('the first arrow goes to the first word', () => {
  expect([
    press('ArrowRight', -1),
    press('ArrowLeft', -1),
    press('ArrowDown', -1),
    press('ArrowUp', -1),
  ]).toEqual([0, 0, 1, 0]);
});

it('left and right change places in a text that runs from right to left', () => {
  expect([press('ArrowRight', 2, true), press('ArrowLeft', 2, true)]).toEqual([1, 3]);
});

it.each(['altKey', 'ctrlKey', 'metaKey'] as const)('leaves a key with %s to the browser', (modifier) => {
  expect(
    toChosenWord({ ...plain, [modifier]: true, key: 'ArrowRight' }, { words, here: 2, isRtl: false }),
  ).toBeNull();
});

const chosen: Choice = { index: 1, word: 'p1', shows: 'field', isByKeyboard: true };

it.each(['bar', 'field'] as const)(
  'drops a %s once a different word is in the place of its word',
  (shows) => {
    const choice = { ...chosen, shows };
    expect(keepChoice(choice, words)).toBe(choice);
    expect(keepChoice(choice, words.slice(1))).toBeNull();
    expect(keepChoice(choice, words.slice(0, 1))).toBeNull();
  },
);

it('keeps the place of a word without its field while there is a word', () => {
  const place = { ...chosen, shows: 'word' } as const;
  expect(keepChoice(place, words.slice(1))).toBe(place);
  expect(keepChoice(place, words.slice(0, 1))).toBeNull();
  expect(keepChoice(null, words)).toBeNull();
});
