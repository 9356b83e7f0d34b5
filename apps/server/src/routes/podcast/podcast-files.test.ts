import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { StoryId } from '@relato/contract';
import { decode } from 'fast-png';
import MP3Tag from 'mp3tag.js';
import { parseFeed } from 'podcast-partytime';
import { beforeAll, expect, it } from 'vitest';
import { coverSize } from '../../preview-image/draw-cover.ts';
import { pretendMp3 } from '../../testing/pretend-mp3.ts';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';
import { toCoverPath } from './podcast-files.ts';

const webDir = fileURLToPath(new URL('../../../../web/public', import.meta.url));
const test = useTestApp(() => ({ webDir }));
let ana: TestUser;
let id: StoryId;
let bytes: number;
beforeAll(async () => {
  ana = await test.signUp('ana');
  id = await test.world.publishStory(ana.viewer, { transcript: 'Érase <una> vez.' });
  const transcriptWords = ['Érase', '<una>', 'vez.'].map((text, index) => ({
    text,
    startMs: index * 500,
    endMs: index * 500 + 400,
    confidence: 0.1,
  }));
  await test.world.database.prisma.story.update({ where: { id }, data: { transcriptWords } });
  bytes = await pretendMp3(test, id);
});

const get = async (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  app = test.app,
) => app.request(path, { headers, method }, { incoming: { socket: { remoteAddress: '127.0.0.1' } } });

// The library is CommonJS, but its types are those of a module.
const reader = MP3Tag as unknown as typeof MP3Tag.default;
const readMp3 = async (headers: Readonly<Record<string, string>> = {}) =>
  Buffer.from(await (await get(`/feed/${id}.mp3`, headers)).arrayBuffer());

it('an MP3 begins with title, author, date, address and picture, followed by the stored bytes', async () => {
  const title = 'Ñandú & <3 👋';
  const publishedAt = new Date('2026-03-09T23:00:00Z');
  await test.world.database.prisma.story.update({ where: { id }, data: { title, publishedAt } });
  const whole = await readMp3();
  expect(reader.readBuffer(new Uint8Array(whole).buffer).v2).toMatchObject({
    TIT2: title,
    TPE1: 'ana',
    TALB: 'Relato',
    TYER: '2026',
    TDAT: '0903',
    WOAS: `${test.world.services.publicUrl}/?story=${id}`,
    APIC: [{ format: 'image/png', type: 3, data: expect.toSatisfy((data: number[]) => data.length > 1_000) }],
  });
  expect(whole.subarray(-bytes).equals(Buffer.alloc(bytes, 7))).toBe(true);
});

it('an MP3 has another version after a change of title or username', async () => {
  const etagOf = async () => (await get(`/feed/${id}.mp3`, {}, 'HEAD')).headers.get('etag');
  const etags = [await etagOf()];
  await test.world.callAs(ana.viewer).stories.update({ id, title: 'Otro título' });
  etags.push(await etagOf());
  await test.world.callAs(ana.viewer).profiles.update({ username: 'anita' });
  etags.push(await etagOf());
  await test.world.callAs(ana.viewer).profiles.update({ username: 'ana' });
  expect(new Set(etags).size).toBe(3);
  expect(await etagOf()).toBe(etags[1]);
});

it('an MP3 has the length in the feed, and every range is a part of the whole', async () => {
  const whole = await readMp3();
  const feed = parseFeed(await (await get('/u/ana/feed.xml')).text());
  expect(feed?.items.find(({ guid }) => guid === id)?.enclosure.length).toBe(whole.length);
  const tag = whole.length - bytes;
  for (const [start, end] of [
    [0, 9],
    [1, tag - 1],
    [tag - 1, tag],
    [tag, tag + 500],
    [9, whole.length - 1],
  ] as const)
    expect(await readMp3({ range: `bytes=${start}-${end}` })).toEqual(whole.subarray(start, end + 1));
});

it('an MP3 is sent to every page by the server itself, because the files of a front server have no tag', async () => {
  const options = { accelLocation: '/files/', trustedProxies: ['127.0.0.1'] };
  const whole = await readMp3();
  for (const app of [test.app, test.createWith({}, options)]) {
    const answer = await get(`/feed/${id}.mp3`, {}, 'GET', app);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(whole.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    expect(answer.headers.get('x-accel-redirect')).toBeNull();
    expect(Buffer.from(await answer.arrayBuffer()).equals(whole)).toBe(true);
    const known = await get(`/feed/${id}.mp3`, { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect(known.status).toBe(304);
  }
});

it.each([
  ['srt', 'application/x-subrip', '1\n00:00:00,000 --> 00:00:01,400\nÉrase ‹una› vez.\n'],
  ['vtt', 'text/vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.400\n<v ana>Érase &lt;una&gt; vez.\n'],
  [
    'json',
    'application/json',
    JSON.stringify({
      version: '1.0.0',
      segments: [
        { speaker: 'ana', startTime: 0, endTime: 0.4, body: 'Érase' },
        { speaker: 'ana', startTime: 0.5, endTime: 0.9, body: '<una>' },
        { speaker: 'ana', startTime: 1, endTime: 1.4, body: 'vez.' },
      ],
    }),
  ],
  ['txt', 'text/plain', 'Érase <una> vez.\n'],
])('the transcript of a podcast is sent as %s to every page', async (extension, type, text) => {
  const answer = await get(`/feed/${id}.${extension}`);
  expect([answer.status, await answer.text()]).toEqual([200, text]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'public, no-cache',
    'access-control-allow-origin': '*',
  });
});

it('the picture of a podcast is a square PNG of the size for directories, at an address that changes with its name', async () => {
  const { id: userId } = ana.viewer;
  const answer = await get(toCoverPath({ id: userId, username: 'ana' }));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  const picture = new Uint8Array(await answer.arrayBuffer());
  expect(decode(picture)).toMatchObject({ width: coverSize, height: coverSize });
  expect(picture.length).toBeLessThan(200_000);
  expect(toCoverPath({ id: userId, username: 'Ana' })).not.toBe(toCoverPath({ id: userId, username: 'ana' }));
});

it('the picture of the podcast of a subject has the size for directories too', async () => {
  await test.world.publishStory(ana.viewer, { tags: ['Año & Día'] });
  const url =
    parseFeed(await (await get('/tema/a%C3%B1o%20%26%20d%C3%ADa/feed.xml')).text())?.itunesImage ?? '';
  const answer = await get(new URL(url).pathname);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(decode(await answer.arrayBuffer())).toMatchObject({ width: coverSize, height: coverSize });
  expect((await get(new URL(url).pathname.replace('tema-', 'tema-otro-'))).status).toBe(404);
});

it('SEC-07: a story without text, an MP3 that is not made yet, and other names are answered like an unknown one', async () => {
  expect(await (await get(`/embed/${id}`)).text()).toContain(`"audioUrl":"/feed/${id}.mp3"`);
  const { prisma } = test.world.database;
  await prisma.story.update({ where: { id }, data: { transcriptWords: [], transcript: null } });
  await prisma.storyMp3.updateMany({ data: { bytes: null, durationMs: null, madeAt: null } });
  const files = ['mp3', 'vtt', 'srt', 'json', 'txt', 'doc', 'MP3'].map((extension) => `${id}.${extension}`);
  for (const file of [...files, 'x.mp3', id, `${randomUUID()}-x.png`, '..%2fx.png']) {
    const answer = await get(`/feed/${file}`);
    expect([file, answer.status, await answer.text()]).toEqual([file, 404, '{"error":"STORY_NOT_FOUND"}']);
  }
  expect(await (await get(`/embed/${id}`)).text()).toContain(`"audioUrl":"/audio/${id}"`);
});
