import { expect, it } from 'vitest';
import type { DrawPicture } from './drawer.ts';
import type { Picture } from './picture.ts';
import { createPictures } from './pictures.ts';

const coverOf = (username: string): Picture => ({ kind: 'cover', username });

it('bounds the pictures that wait to be drawn, not the callers that wait for them', async () => {
  const drawn: Picture[] = [];
  const { draw } = createPictures(async (picture) => {
    drawn.push(picture);
    return new Uint8Array();
  });
  const names = [...Array.from({ length: 100 }, () => 'una'), 'otra'];
  expect(await Promise.all(names.map((name) => draw(coverOf(name))))).not.toContain(null);
  expect(drawn).toEqual([coverOf('una'), coverOf('otra')]);
  const many = await Promise.all(Array.from({ length: 40 }, (_, n) => draw(coverOf(`${n}`))));
  expect(many.filter((picture) => picture === null)).toHaveLength(10);
  expect(await draw(coverOf('39'))).not.toBeNull();
});

it('refuses a picture that is not drawn in time, and draws it at the next try', async () => {
  const results: DrawPicture[] = [
    () => Promise.reject(new DOMException('too late', 'AbortError')),
    async () => Uint8Array.of(1),
  ];
  const { draw } = createPictures((picture) => (results.shift() as DrawPicture)(picture)); // as many as are drawn
  expect(await draw(coverOf('una'))).toBeNull();
  expect(await draw(coverOf('una'))).toEqual(Uint8Array.of(1));
});

it('draws a picture again that failed, and only then', async () => {
  const results: DrawPicture[] = [
    () => Promise.reject(new Error('not now')),
    async () => Uint8Array.of(1),
    () => Promise.reject(new Error('drawn again')),
  ];
  const { draw } = createPictures((picture) => (results.shift() as DrawPicture)(picture)); // as many as are drawn
  await expect(draw(coverOf('una'))).rejects.toThrow('not now');
  expect(await draw(coverOf('una'))).toEqual(Uint8Array.of(1));
  expect(await draw(coverOf('una'))).toEqual(Uint8Array.of(1));
});
