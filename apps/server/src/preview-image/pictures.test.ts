import { expect, it } from 'vitest';
import type { DrawPicture } from './picture-drawer.ts';
import type { Picture } from './picture.ts';
import { createPictures } from './pictures.ts';

const coverOf = (username: string): Picture => ({ kind: 'cover', username });
const from = (network: string) => ({ parties: [network, 'an author'] });
const one = from('192.0.2.1');

/** Draws each picture when the test releases it. */
function createHeldDrawer() {
  const drawn: string[] = [];
  const held: (() => void)[] = [];
  const draw: DrawPicture = (picture) => {
    drawn.push(picture.kind === 'cover' ? picture.username : '');
    const { promise, resolve } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    held.push(() => resolve(Uint8Array.of(1)));
    return promise;
  };
  async function drawAll(): Promise<void> {
    await new Promise(setImmediate);
    for (let next = held.shift(); next; next = held.shift()) {
      next();
      await new Promise(setImmediate);
    }
  }
  return { draw, drawn, drawAll };
}

it('limits the pictures in the queue, not the callers of a picture', async () => {
  const drawn: Picture[] = [];
  const { draw } = createPictures(async (picture) => {
    drawn.push(picture);
    return new Uint8Array();
  });
  const names = [...Array.from({ length: 100 }, () => 'una'), 'otra'];
  expect(await Promise.all(names.map((name) => draw(coverOf(name), one)))).not.toContain(null);
  expect(drawn).toEqual([coverOf('una'), coverOf('otra')]);
  const many = await Promise.all(Array.from({ length: 40 }, (_, n) => draw(coverOf(`${n}`), one)));
  expect(many.filter((picture) => picture === null)).toHaveLength(9);
  expect(await draw(coverOf('39'), one)).not.toBeNull();
});

it('SEC-61: forty new pictures for one network do not block other networks, even from the same pictures', async () => {
  const { draw: drawPicture, drawn, drawAll } = createHeldDrawer();
  const { draw } = createPictures(drawPicture);
  const many = Array.from({ length: 40 }, (_, n) => draw(coverOf(`${n}`), one));
  const others = ['192.0.2.2', '192.0.2.3', '192.0.2.4'].map((network) =>
    draw(coverOf(network), from(network)),
  );
  // The first picture waits. The second lost its place, because its network asked for too much.
  const same = [draw(coverOf('29'), from('192.0.2.5')), draw(coverOf('39'), from('192.0.2.5'))];
  await drawAll();
  for (const picture of [...others, ...same]) expect(await picture).not.toBeNull();
  // These come right after the picture that was being drawn.
  expect(drawn.slice(1, 6)).toEqual(expect.arrayContaining(['192.0.2.2', '192.0.2.3', '192.0.2.4']));
  expect((await Promise.all(many)).filter((picture) => picture !== null).length).toBeGreaterThanOrEqual(25);
});

it('draws no picture that is in the store', async () => {
  const { draw } = createPictures(() => Promise.reject(new Error('drawn')));
  const kept = Uint8Array.of(7);
  expect(await draw(coverOf('una'), { ...one, readKept: async () => kept })).toBe(kept);
  expect(await draw(coverOf('una'), one)).toBe(kept);
});

it('redraws only pictures that were late or failed', async () => {
  const results: DrawPicture[] = [
    () => Promise.reject(new DOMException('too late', 'AbortError')),
    () => Promise.reject(new Error('not now')),
    async () => Uint8Array.of(1),
    () => Promise.reject(new Error('drawn again')),
  ];
  const { draw } = createPictures((picture) => (results.shift() as DrawPicture)(picture)); // as many as are drawn
  expect(await draw(coverOf('una'), one)).toBeNull();
  await expect(draw(coverOf('una'), one)).rejects.toThrow('not now');
  expect(await draw(coverOf('una'), one)).toEqual(Uint8Array.of(1));
  expect(await draw(coverOf('una'), one)).toEqual(Uint8Array.of(1));
});
