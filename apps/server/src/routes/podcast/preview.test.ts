import { randomUUID } from 'node:crypto';
import { findLinkedStory, type PreviewedStory } from '@relato/api';
import { limits, type StoryId } from '@relato/contract';
import { decode } from 'fast-png';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDrawer } from '../../preview-image/picture-drawer.ts';
import { toPreview, toRevision } from '../../preview-image/picture.ts';
import { useTestApp } from '../../testing/test-app.ts';

const test = useTestApp();
let id: StoryId;
beforeAll(async () => {
  const ana = await test.signUp('ana');
  id = await test.world.publishStory(ana.viewer);
});

const pathOf = (story: string, revision = 'x') => `/preview/${story}-${revision}.png`;
const refuse = () => Promise.reject(new DOMException('busy', 'AbortError'));
const setStory = (data: object) => test.world.database.prisma.story.update({ where: { id }, data });

it('SEC-07: the picture of a story is a PNG, and answers like an unknown one after the story is hidden', async () => {
  const answer = await test.app.request(pathOf(id));
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, no-cache',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(readPng(new Uint8Array(await answer.arrayBuffer()))).toMatchObject({ width: 1200, height: 630 });
  await setStory({ published: false });
  for (const path of [
    pathOf(id),
    pathOf(randomUUID()),
    '/preview/x.png',
    pathOf(`${id}x`),
    `/preview/${id}.png`,
  ]) {
    const gone = await test.app.request(path);
    expect([gone.status, await gone.text()]).toEqual([404, '{"error":"STORY_NOT_FOUND"}']);
    expect(gone.headers.get('cache-control')).toBe('no-store');
  }
  await setStory({ published: true });
});

it('SEC-61: SEC-07: a stored picture is served while the queue is full, and only while it matches the story', async () => {
  const { services, database } = test.world;
  await test.world.makeMp3s();
  const { pictureKey } = await database.prisma.storyMp3.findUniqueOrThrow({ where: { storyId: id } });
  await services.storage.put(pictureKey ?? '', new TextEncoder().encode('kept'));
  const shown = await findLinkedStory(services, id);
  if (!shown) throw new Error('The story is not public');
  expect(shown.picture?.revision).toBe(services.previews.toRevision(shown));
  const pictureRevision = toRevision(toPreview(shown));
  await database.prisma.storyMp3.update({ where: { storyId: id }, data: { pictureRevision } });

  const app = test.createWith({}, { drawPicture: refuse });
  const ask = async () => {
    const answer = await app.request(pathOf(id));
    return [answer.status, (await answer.text()).slice(0, 4)];
  };
  expect(await ask()).toEqual([200, 'kept']);
  await setStory({ title: 'Otra cosa' });
  expect(await ask()).toEqual([503, '{"er']);
  await setStory({ title: shown.title, published: false });
  expect(await ask()).toEqual([404, '{"er']);
  await setStory({ published: true });
  await services.storage.delete(pictureKey ?? '');
  const drawn = await test.createWith().request(pathOf(id));
  expect(readPng(new Uint8Array(await drawn.arrayBuffer()))).toMatchObject({ width: 1200 });
});

const drawPicture = createDrawer();
const story: PreviewedStory = {
  title: 'La noche que mi abuela aprendió a volar',
  author: { username: 'marisol' },
  durationMs: 187_000,
  peaks: Array.from({ length: limits.recording.peaks }, (_, index) => index).join(','),
};
const allOf = (length: number) => Array.from({ length }, (_, index) => index);

describe('a preview image', () => {
  it.each<[string, Partial<PreviewedStory>]>([
    ['a title without a space', { title: 'W'.repeat(limits.title.maxLength) }],
    ['a long title of emoji', { title: 'palabra 👵🥭'.repeat(27) }],
    [
      'a title of markup, without author and peaks',
      { title: '</text>"&\u0000 مرحبا', author: { username: null }, peaks: '' },
    ],
    ['the widest username', { author: { username: 'W'.repeat(limits.username.maxLength) } }],
  ])('keeps its margin and a small size with %s', async (what, fields) => {
    const png = await drawPicture(toPreview({ ...story, ...fields }));
    const { width, height, isPaper } = readPng(png);
    expect([width, height]).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(300_000);
    const margin = [
      ...[10, 40, height - 40, height - 10].flatMap((y) => allOf(width).map((x) => [x, y] as const)),
      ...[10, 60, width - 60, width - 10].flatMap((x) => allOf(height).map((y) => [x, y] as const)),
      // The name is beside the logo, not under it.
      ...(what === 'the widest username' ? allOf(55).map((y) => [885, 510 + y] as const) : []),
    ];
    expect(margin.filter(([x, y]) => !isPaper(x, y))).toEqual([]);
  });

  it('has another address when its content changes', () => {
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
