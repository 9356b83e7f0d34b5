import { randomUUID } from 'node:crypto';
import { findLinkedStory } from '@relato/api';
import { limits, storyId } from '@relato/contract';
import { decode } from 'fast-png';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PreviewedStory } from '@relato/api';
import { createDrawer } from '../../preview-image/picture-drawer.ts';
import { toPreview, toRevision } from '../../preview-image/picture.ts';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

const get = (path: string) => test.app.request(path, { headers: { accept: 'image/*' } });
const pathOf = (id: string, revision = 'x') => `/preview/${id}-${revision}.png`;

describe('the picture of a story', () => {
  it('is a PNG at the address in the head of its page', async () => {
    const id = await test.world.publishStory(ana.viewer);
    const answer = await get(pathOf(id));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(readPng(new Uint8Array(await answer.arrayBuffer()))).toMatchObject({ width: 1200, height: 630 });
  });

  it('SEC-07: is gone with the story, like that of an unknown one', async () => {
    const unknown = await get(pathOf(randomUUID()));
    const id = await test.world.publishStory(ana.viewer);
    await get(pathOf(id));
    await test.world.callAs(ana.viewer).stories.unpublish({ id });
    const gone = await get(pathOf(id));
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect([unknown.status, await unknown.text()]).toEqual([404, await gone.text()]);
    for (const path of ['/preview/x.png', '/preview/..%2f', pathOf(`${id}x`), `/preview/${id}.png`]) {
      expect((await get(path)).status).toBe(404);
    }
  });
});

const kept = (id: string) =>
  test.world.database.prisma.storyMp3.findUniqueOrThrow({ where: { storyId: id } });
/** An app that has drawn nothing, and draws nothing. */
const createUndrawn = () =>
  test.createWith({}, { drawPicture: () => Promise.reject(new DOMException('busy', 'AbortError')) });

async function keep(id: string, drawn: string): Promise<void> {
  const { previews } = test.world.services;
  await test.world.makeMp3s();
  const { pictureKey } = await kept(id);
  await test.world.services.storage.put(pictureKey ?? '', new TextEncoder().encode(drawn));
  const shown = await findLinkedStory(test.world.services, storyId.parse(id));
  if (!shown) throw new Error('The story is not public');
  expect(shown.picture?.revision).toBe(previews.toRevision(shown));
  const pictureRevision = toRevision(toPreview(shown));
  await test.world.database.prisma.storyMp3.update({ where: { storyId: id }, data: { pictureRevision } });
}

describe('a picture that was kept', () => {
  it('SEC-61: is served without a turn, also while all that is drawn is refused', async () => {
    const id = await test.world.publishStory(ana.viewer);
    await keep(id, 'kept');
    const app = createUndrawn();
    const answer = await app.request(pathOf(id));
    expect([answer.status, await answer.text()]).toEqual([200, 'kept']);
    const other = await test.world.publishStory(ana.viewer, { title: 'Otra' });
    expect((await app.request(pathOf(other))).status).toBe(503);
  });

  it('SEC-07: is not served once the story is not public, nor once it shows something else', async () => {
    const id = await test.world.publishStory(ana.viewer);
    await keep(id, 'kept');
    const app = createUndrawn();
    expect((await app.request(pathOf(id))).status).toBe(200);
    await test.world.database.prisma.story.update({ where: { id }, data: { title: 'Otra cosa' } });
    expect((await app.request(pathOf(id))).status).toBe(503);
    await test.world.database.prisma.story.update({ where: { id }, data: { title: 'El tren' } });
    expect((await app.request(pathOf(id))).status).toBe(200);
    await test.world.callAs(ana.viewer).stories.unpublish({ id });
    expect((await app.request(pathOf(id))).status).toBe(404);
  });

  it('is drawn again while the store does not give it', async () => {
    const id = await test.world.publishStory(ana.viewer);
    await keep(id, 'kept');
    await test.world.services.storage.delete((await kept(id)).pictureKey ?? '');
    const answer = await test.createWith().request(pathOf(id));
    expect(readPng(new Uint8Array(await answer.arrayBuffer()))).toMatchObject({ width: 1200 });
  });
});

const drawPicture = createDrawer();
const story: PreviewedStory = {
  title: 'La noche que mi abuela aprendió a volar',
  author: { username: 'marisol' },
  durationMs: 187_000,
  peaks: Array.from({ length: limits.recording.peaks }, (_, index) => index).join(','),
};
const draw = async (fields: Partial<PreviewedStory> = {}) => {
  const png = await drawPicture(toPreview({ ...story, ...fields }));
  return { bytes: png.length, ...readPng(png) };
};

describe('a preview image', () => {
  it.each<[string, Partial<PreviewedStory>]>([
    ['a title in two lines', {}],
    ['a short title', { title: 'El tren' }],
    ['a title without a space', { title: 'W'.repeat(limits.title.maxLength) }],
    ['a long title', { title: 'palabra '.repeat(37) }],
    ['a long word after a short one', { title: `A ${'W'.repeat(200)}` }],
    ['a title of emoji', { title: '👵🥭'.repeat(100) }],
    ['a title from right to left', { title: 'مرحبا بالعالم' }],
    ['a title of markup', { title: '</text><script>"&\u0000' }],
    ['the widest username', { author: { username: 'W'.repeat(limits.username.maxLength) } }],
    ['no author', { author: { username: null } }],
    ['no peaks', { peaks: '' }],
    ['the longest recording', { durationMs: limits.recording.maxDurationMs }],
  ])('keeps its margin and weighs little with %s', async (_what, fields) => {
    const { width, height, bytes, isPaper } = await draw(fields);
    expect([width, height]).toEqual([1200, 630]);
    expect(bytes).toBeLessThan(300_000);
    for (let x = 0; x < width; x += 1) {
      for (const y of [10, 40, height - 40, height - 10]) expect(isPaper(x, y), `${x}, ${y}`).toBe(true);
    }
    for (let y = 0; y < height; y += 1) {
      for (const x of [10, 60, width - 60, width - 10]) expect(isPaper(x, y), `${x}, ${y}`).toBe(true);
    }
  });

  it('shows the name beside the logo, not under it', async () => {
    const { isPaper } = await draw({ author: { username: 'W'.repeat(limits.username.maxLength) } });
    for (let y = 510; y < 565; y += 1) expect(isPaper(885, y), `${y}`).toBe(true);
  });

  it('has another address when it shows something else', () => {
    const revisions = [
      {},
      { title: 'Otra' },
      { author: { username: 'beto' } },
      { durationMs: 1 },
      { peaks: '1' },
    ].map((fields) => toRevision(toPreview({ ...story, ...fields })));
    expect(new Set(revisions).size).toBe(5);
    expect(toRevision(toPreview({ ...story }))).toBe(revisions[0]);
  });
});

function readPng(png: Uint8Array) {
  const { width, height, channels, data } = decode(png);
  const isPaper = (x: number, y: number) => {
    const start = (y * width + x) * channels;
    return data[start] === 0xfb && data[start + 1] === 0xf6 && data[start + 2] === 0xef;
  };
  return { width, height, isPaper };
}
