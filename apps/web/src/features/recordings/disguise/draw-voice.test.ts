import { assert, constantFrom, double, property } from 'fast-check';
import { expect, it } from 'vitest';
import { canFollow, characters, drawVoice } from './draw-voice.ts';

const fraction = double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const toFactor = (semitones: number) => 2 ** (semitones / 12);

it('every draw moves pitch and formants by more than 12 %', () => {
  assert(
    property(constantFrom(...characters), fraction, fraction, (character, one, other) => {
      const numbers = [one, other];
      const { pitch, formants } = drawVoice(character, () => numbers.shift() ?? 0);
      for (const factor of [toFactor(pitch), toFactor(formants)])
        expect(Math.abs(factor - 1)).toBeGreaterThan(0.12);
    }),
    { seed: 1 },
  );
});

it('no two draws are the same', () => {
  const drawn = Array.from({ length: 50 }, () => drawVoice('deep'));
  expect(new Set(drawn.flatMap(({ pitch, formants }) => [pitch, formants])).size).toBe(100);
});

it('a disguised voice can move further, but not back towards the original', () => {
  for (const before of characters)
    expect(characters.filter((character) => canFollow(character, before))).toEqual([before]);
  expect(characters.every((character) => canFollow(character, undefined))).toBe(true);
});
