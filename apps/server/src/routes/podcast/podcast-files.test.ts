import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { StoryId } from '@relato/contract';
import { decode } from 'fast-png';
import MP3Tag from 'mp3tag.js';
import { parseFeed } from 'podcast-partytime';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { close, listen } from '../../http/http-server.ts';
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
});
beforeEach(async () => {
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

const cookies = () => ({ cookie: `relato_session=${ana.token}` });
const get = async (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  test.app.request(path, { headers, method });

/** Returns everything of an answer but the id of the request. */
async function readWhole(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await get(path, headers);
  const { 'x-request-id': _each, ...seen } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: seen, body: await answer.text() };
}

// It is CommonJS, and its types are those of a module.
const reader = MP3Tag as unknown as typeof MP3Tag.default;
const readMp3 = async (headers: Readonly<Record<string, string>> = {}) =>
  Buffer.from(await (await get(`/feed/${id}.mp3`, headers)).arrayBuffer());

describe('the MP3 of a public story', () => {
  it('says title, author, date, address and picture, and after them the stored bytes', async () => {
    const title = 'Ñandú & <3 👋';
    await test.world.callAs(ana.viewer).stories.update({ id, title });
    const publishedAt = new Date('2026-03-09T23:00:00Z');
    await test.world.database.prisma.story.update({ where: { id }, data: { publishedAt } });
    const { v2 } = reader.readBuffer(new Uint8Array(await readMp3()).buffer);
    expect(v2).toMatchObject({
      TIT2: title,
      TPE1: 'ana',
      TALB: 'Relato',
      TYER: '2026',
      TDAT: '0903',
      WOAS: `${test.world.services.publicUrl}/?story=${id}`,
      APIC: [
        { format: 'image/png', type: 3, data: expect.toSatisfy((data: number[]) => data.length > 1_000) },
      ],
    });
    expect((await readMp3()).subarray(-bytes).equals(Buffer.alloc(bytes, 7))).toBe(true);
  });

  it('has another tag, and another version, after a change of title or username', async () => {
    const etagOf = async () => (await get(`/feed/${id}.mp3`, {}, 'HEAD')).headers.get('etag');
    const first = await etagOf();
    await test.world.callAs(ana.viewer).stories.update({ id, title: 'Otro título' });
    const second = await etagOf();
    await test.world.callAs(ana.viewer).profiles.update({ username: 'anita' });
    const third = await etagOf();
    await test.world.callAs(ana.viewer).profiles.update({ username: 'ana' });
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await etagOf()).toBe(second);
  });

  it('is as long as the feed says, and every range is a part of the whole', async () => {
    const whole = await readMp3();
    const feed = parseFeed(await (await get('/u/ana/feed.xml')).text());
    const item = feed?.items.find(({ guid }) => guid === id);
    expect(item?.enclosure.length).toBe(whole.length);
    const tag = whole.length - bytes;
    const ends = [0, 1, 9, tag - 1, tag, tag + 1, tag + 500, whole.length - 1];
    for (const start of ends)
      for (const end of ends.filter((each) => each >= start)) {
        const part = await readMp3({ range: `bytes=${start}-${end}` });
        expect(part.equals(whole.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
      }
  });

  it('is sent whole, by ranges, and as its head, to every page', async () => {
    const whole = await get(`/feed/${id}.mp3`);
    const length = (await readMp3()).length;
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    expect((await whole.arrayBuffer()).byteLength).toBe(length);
    const part = await get(`/feed/${id}.mp3`, { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${length}`]);
    const head = await get(`/feed/${id}.mp3`, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(length),
      '',
    ]);
    const known = await get(`/feed/${id}.mp3`, { 'if-none-match': whole.headers.get('etag') ?? '' });
    expect(known.status).toBe(304);
  });

  it('is sent on the fast path as by the app, also where a front server has the files, which have no tag', async () => {
    const options = { accelLocation: '/files/', trustedProxies: ['127.0.0.1'] };
    const whole = await readMp3();
    for (const app of [test.app, test.createWith({}, options)]) {
      const server = await listen(app, { port: 0, host: '127.0.0.1' });
      const { port } = server.address() as AddressInfo; // a server on a port has one
      const ask = (name: string) => fetch(`http://127.0.0.1:${port}/feed/${name}.mp3`);
      const [found, missing] = [await ask(id), await ask(randomUUID())];
      expect(found.headers.get('x-accel-redirect')).toBeNull();
      expect(Buffer.from(await found.arrayBuffer()).equals(whole)).toBe(true);
      expect(found.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
      await close(server);
    }
  });

  it('is the audio of the player on other pages, and of the head of its page', async () => {
    const { body } = await readWhole(`/embed/${id}`);
    expect(body).toContain(`"audioUrl":"/feed/${id}.mp3"`);
    await test.world.database.prisma.storyMp3.updateMany({
      data: { bytes: null, durationMs: null, madeAt: null },
    });
    expect((await readWhole(`/embed/${id}`)).body).toContain(`"audioUrl":"/audio/${id}"`);
  });
});

describe('the transcript of a podcast', () => {
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
  ])('is sent as %s to every page', async (extension, type, text) => {
    const answer = await get(`/feed/${id}.${extension}`);
    expect([answer.status, await answer.text()]).toEqual([200, text]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'public, no-cache',
      'access-control-allow-origin': '*',
    });
  });
});

describe('the picture of a podcast', () => {
  it('is a square PNG of the size that directories take', async () => {
    const answer = await get(toCoverPath({ id: ana.viewer.id, username: 'ana' }));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const picture = new Uint8Array(await answer.arrayBuffer());
    expect(decode(picture)).toMatchObject({ width: coverSize, height: coverSize });
    expect(picture.length).toBeLessThan(200_000);
  });

  it('has another address after a change of the name', () => {
    const [one, other] = ['ana', 'Ana'].map((username) => toCoverPath({ id: ana.viewer.id, username }));
    expect(one).not.toBe(other);
  });
});

const own = () => test.world.callAs(ana.viewer).stories;
const hide = (data: object) => test.world.database.prisma.story.update({ where: { id }, data });

describe('SEC-07: what is not public', () => {
  const files = ['mp3', 'vtt', 'srt', 'json', 'txt'];
  const states: Readonly<Record<string, () => Promise<unknown>>> = {
    unpublished: () => own().unpublish({ id }),
    hidden: () => hide({ hiddenAt: new Date() }),
    'of a suspended author': () => hide({ hiddenAt: new Date(), hiddenWithAuthor: true }),
    deleted: () => own().delete({ id }),
  };

  it.each(Object.entries(states))('is as unknown, also to its author: %s', async (_state, change) => {
    await change();
    for (const extension of files) {
      const unknown = await readWhole(`/feed/${randomUUID()}.${extension}`);
      expect([unknown.status, unknown.headers['cache-control']]).toEqual([404, 'no-store']);
      expect(unknown.headers).not.toHaveProperty('set-cookie');
      for (const headers of [{}, cookies()])
        expect(await readWhole(`/feed/${id}.${extension}`, headers)).toEqual(unknown);
    }
  });

  it('is answered like an unknown one: a story without text, an MP3 that is not made yet, other names', async () => {
    await hide({ transcriptWords: [], transcript: null });
    await test.world.database.prisma.storyMp3.updateMany({
      data: { bytes: null, durationMs: null, madeAt: null },
    });
    const unknown = await readWhole(`/feed/${randomUUID()}.mp3`);
    const others = ['x.mp3', `${id}.doc`, id, `${id}.MP3`, `${randomUUID()}-x.png`, '..%2fx.png'];
    for (const file of [...files.map((extension) => `${id}.${extension}`), ...others])
      expect(await readWhole(`/feed/${file}`)).toEqual(unknown);
  });
});
