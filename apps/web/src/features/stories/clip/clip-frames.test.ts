import { expect, it } from 'vitest';
import { drawFrame, type ClipPicture } from './clip-frames.ts';

/** A stand-in for a bitmap, so that a test can name what was drawn. */
const named = (name: string) => name as unknown as ImageBitmap;
const box = { x: 10, y: 20, width: 100, height: 40 };
const word = (startMs: number, x: number) => ({ startMs, box: { x, y: 0, width: 30, height: 20 } });
const page = (startMs: number, starts: readonly number[]) => ({
  startMs,
  box,
  words: starts.map((ms, index) => word(ms, index * 40)),
  toCome: named('to come'),
  said: named('said'),
  now: named('now'),
});
const picture: ClipPicture = {
  width: 200,
  height: 300,
  background: named('background'),
  wave: { box, toCome: named('wave'), heard: named('heard') },
  pages: [page(0, [100, 200]), page(500, [500])],
};

/** Returns the drawn parts of a frame: the picture, and the position of each part in it. */
function listDrawn(atMs: number): string[] {
  const drawn: string[] = [];
  const drawImage = (...[image, x, , width]: unknown[]) => {
    drawn.push(typeof width === 'number' ? `${String(image)} ${String(x)}+${width}` : String(image));
  };
  drawFrame({ drawImage }, picture, { atMs, durationMs: 1_000 });
  return drawn;
}

it('draws the upcoming, the spoken and the current words, and the progress', () => {
  expect(listDrawn(0)).toEqual(['background', 'to come', 'wave']);
  expect(listDrawn(100)).toEqual(['background', 'to come', 'now 0+30', 'wave', 'heard 0+10']);
  expect(listDrawn(499)).toEqual(['background', 'to come', 'said 0+30', 'now 40+30', 'wave', 'heard 0+50']);
  expect(listDrawn(500)).toEqual(['background', 'to come', 'now 0+30', 'wave', 'heard 0+50']);
});
