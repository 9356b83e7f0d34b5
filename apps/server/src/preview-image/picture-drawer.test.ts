import { decode } from 'fast-png';
import { expect, it } from 'vitest';
import { coverSize } from './draw-cover.ts';
import { createDrawer } from './picture-drawer.ts';
import type { Picture } from './picture.ts';

const coverOf = (username: string): Picture => ({ kind: 'cover', username });
const broken = { kind: 'preview', story: null } as unknown as Picture; // no story is like this

it('frees the memory of its pictures', async () => {
  const draw = createDrawer();
  await draw(coverOf('primera'));
  const before = process.memoryUsage.rss();
  const pictures = await Promise.all(Array.from({ length: 16 }, (_, n) => draw(coverOf(`${n}`))));
  // Their pixels take 128 MB.
  expect(process.memoryUsage.rss() - before).toBeLessThan(100e6);
  for (const picture of pictures.slice(-2)) expect(decode(picture)).toMatchObject({ width: coverSize });
});

it('continues after a picture that fails', async () => {
  const draw = createDrawer();
  const [failed, drawn] = await Promise.allSettled([draw(broken), draw(coverOf('una'))]);
  expect([failed.status, drawn.status]).toEqual(['rejected', 'fulfilled']);
});

it('cancels a picture that takes too long, which only another thread can', async () => {
  const draw = createDrawer({ timeLimitMs: 1, idleMs: 1_000 });
  await expect(draw(coverOf('una'))).rejects.toThrow('aborted');
});

it('starts again after an idle time', async () => {
  const draw = createDrawer({ timeLimitMs: 60_000, idleMs: 0 });
  expect(await draw(coverOf('una'))).toEqual(await draw(coverOf('una')));
});
