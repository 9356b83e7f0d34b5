import { expect, it } from 'vitest';
import { layoutClip } from './layout-clip.ts';

const space = {
  width: 100,
  lineHeight: 20,
  maxLines: 2,
  isRtl: false,
  widthOf: (text: string) => text.length * 10,
};
const say = (text: string) =>
  text.split(' ').map((word, index) => ({ text: word, startMs: index * 100, endMs: index * 100 + 90 }));
const placesOf = (text: string) =>
  layoutClip(say(text), space).map(({ startMs, words }) => [
    startMs,
    words.map(({ text: word, box }) => `${word} ${box.x},${box.y}`),
  ]);

it('breaks words into lines, and lines into pages that begin with their first word', () => {
  expect(placesOf('Una tarde de lluvia sin paraguas y')).toEqual([
    [0, ['Una 0,0', 'tarde 40,0', 'de 0,20', 'lluvia 30,20']],
    [400, ['sin 0,0', 'paraguas 0,20', 'y 90,20']],
  ]);
});

it('gives a word that is wider than a line the whole line', () => {
  const [page] = layoutClip(say('electroencefalografista'), space);
  expect(page?.words[0]?.box).toEqual({ x: 0, y: 0, width: 100, height: 20 });
});

it('starts at the right for right-to-left text', () => {
  const [page] = layoutClip(say('שלום לכם'), { ...space, isRtl: true });
  expect(page?.words.map(({ box }) => box.x)).toEqual([60, 20]);
});
