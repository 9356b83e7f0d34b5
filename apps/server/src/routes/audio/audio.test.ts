import { randomUUID } from 'node:crypto';
import type { StoryId } from '@relato/contract';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let beto: TestUser;
let moderator: TestUser;
let published: StoryId;
let unpublished: StoryId;
let bytes: Buffer;
beforeAll(async () => {
  ana = await test.signUp('ana');
  beto = await test.signUp('beto');
  moderator = await test.signUp('revisora', 'moderator');
  published = await test.world.publishStory(ana.viewer);
  const recordingId = await test.world.record(ana.viewer);
  unpublished = (await test.world.callAs(ana.viewer).stories.create({ recordingId, title: 'El tren' })).id;
  const { recording } = await test.world.database.prisma.story.findUniqueOrThrow({
    where: { id: published },
    include: { recording: true },
  });
  bytes = Buffer.from(await test.world.services.storage.read(recording.playbackKey ?? ''));
});

type Headers = Readonly<Record<string, string>>;

/** Requests audio as a client of this machine. */
const get = async (id: string, headers: Headers = {}, method = 'GET', app = test.app) =>
  app.request(`/audio/${id}`, { method, headers }, { incoming: { socket: { remoteAddress: '127.0.0.1' } } });
const bodyOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const kinds: readonly Headers[] = [
  {},
  { range: 'bytes=0-9' },
  { range: 'bytes=99999999-' },
  { 'if-none-match': '*' },
];

describe('public audio', () => {
  it('L305, D02: is sent whole, with a fixed type that browsers may not change', async () => {
    const answer = await get(published);
    expect(answer.status).toBe(200);
    expect((await bodyOf(answer)).equals(bytes)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': expect.stringMatching(/^audio\/webm/),
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cross-origin-resource-policy': 'same-origin',
      etag: expect.stringMatching(/^"\S{16}"$/),
    });
  });

  it('is sent by ranges, and described by HEAD', async () => {
    const part = await get(published, { range: 'bytes=10-99' });
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
      206,
      `bytes 10-99/${bytes.length}`,
      '90',
    ]);
    expect((await bodyOf(part)).equals(bytes.subarray(10, 100))).toBe(true);
    expect((await bodyOf(await get(published, { range: 'bytes=-50' }))).equals(bytes.subarray(-50))).toBe(
      true,
    );
    const past = await get(published, { range: 'bytes=99999999-' });
    expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    const head = await get(published, { range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([206, '10', '']);
  });

  it.each([
    ['a thousand ranges', `bytes=${Array.from({ length: 1_000 }, (_, n) => `${n}-${n}`).join(',')}`, 200],
    ['an inverted range', 'bytes=9-1', 200],
    ['a range past every file', 'bytes=999999999999999-', 416],
    ['an infinite end', `bytes=0-${'9'.repeat(400)}`, 200],
    ['the last zero bytes', 'bytes=-0', 416],
  ])('SEC-32: is read at most once, whole or not at all, for %s', async (_case, range, status) => {
    const open = vi.spyOn(test.world.services.storage, 'open');
    const answer = await get(published, { range });
    const body = await bodyOf(answer);
    expect([answer.status, open.mock.calls.length]).toEqual([status, status === 200 ? 1 : 0]);
    open.mockRestore();
    expect(body.length).toBe(status === 200 ? bytes.length : 0);
    expect(answer.headers.get('content-type')).not.toContain('multipart');
  });

  it('L413: is revalidated by its ETag, and sent whole if the version differs', async () => {
    const etag = (await get(published)).headers.get('etag') ?? '';
    const known = await get(published, { 'if-none-match': etag });
    expect([known.status, await known.text()]).toEqual([304, '']);
    expect((await get(published, { 'if-none-match': '"another"' })).status).toBe(200);
    expect((await get(published, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get(published, { range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
  });

  it('is refused if its file is missing', async () => {
    const { storage } = test.world.services;
    const open = () => storage.open(`playback/00/${'0'.repeat(40)}.webm`, { start: 0, end: 1 });
    const answer = await get(published, {}, 'GET', test.createWith({ storage: { ...storage, open } }));
    expect([answer.status, await answer.text()]).toEqual([500, '{"error":"INTERNAL"}']);
  });
});

it('SEC-07: hidden audio is sent to its author and moderators only, until it is restored', async () => {
  const id = await test.world.publishStory(ana.viewer);
  const etag = (await get(id)).headers.get('etag') ?? '';
  const { stories } = test.world.callAs(moderator.viewer);
  await stories.hide({ id, reason: 'Publicidad' });
  for (const headers of [{}, beto.headers])
    for (const kind of [...kinds, { 'if-none-match': etag }, { 'if-range': etag, range: 'bytes=0-9' }])
      expect((await get(id, { ...headers, ...kind })).status).toBe(404);
  for (const user of [ana, moderator]) {
    const answer = await get(id, { ...user.headers, range: 'bytes=0-9' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([206, 'no-store']);
  }
  await stories.restore({ id, reason: 'Error' });
  expect((await get(id, { 'if-none-match': etag })).status).toBe(304);
  await test.world.callAs(ana.viewer).stories.delete({ id });
  expect((await get(id, { ...ana.headers, 'if-none-match': etag })).status).toBe(404);
});

describe('SEC-01: private audio', () => {
  it('is sent to its owner, and not stored by caches', async () => {
    const answer = await get(unpublished, { ...ana.headers, range: 'bytes=0-9' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([206, 'no-store']);
    const cookie = test.world.services.auth.cookies.session.serialize(ana.token).split(';')[0] ?? '';
    expect((await get(unpublished, { cookie })).status).toBe(200);
  });

  it('L305, D02: is not found for everyone else, in every kind of request', async () => {
    const missing = await get(randomUUID());
    const expected = [404, await missing.text()];
    expect(expected[1]).toBe('{"error":"STORY_NOT_FOUND"}');
    for (const headers of [{}, beto.headers, { authorization: 'Bearer none' }]) {
      for (const kind of kinds) {
        const answer = await get(unpublished, { ...headers, ...kind });
        expect([answer.status, await answer.text()]).toEqual(expected);
        expect(answer.headers.get('etag')).toBeNull();
      }
      expect((await get(unpublished, headers, 'HEAD')).status).toBe(404);
    }
    for (const id of ['no-uuid', '..%2f..%2fetc%2fpasswd', '%00'])
      expect((await get(id, ana.headers)).status).toBe(404);
  });
});

const getFromProxy = (id: string, headers: Headers = {}, trustedProxies = ['127.0.0.1']) =>
  get(id, headers, 'GET', test.createWith({}, { trustedProxies, accelLocation: '/audio-files/' }));

describe('audio that the front server sends', () => {
  it('is named in an answer without a body, with the headers of every other answer', async () => {
    // These headers depend on the file or on the time.
    const others = new Set(['accept-ranges', 'content-length', 'etag', 'x-accel-redirect', 'x-request-id']);
    const toShared = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => !others.has(name)));
    const answer = await getFromProxy(published, { range: 'bytes=0-9', 'if-none-match': '"x"' });
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([200, null, '']);
    expect(answer.headers.get('x-accel-redirect')).toMatch(
      /^\/audio-files\/playback\/[\da-f]{2}\/[\da-f]{40}\.webm$/u,
    );
    expect(toShared(answer)).toEqual(toShared(await get(published)));
  });

  it('SEC-01: SEC-07: is named only for callers who may hear it', async () => {
    for (const id of [unpublished, randomUUID()]) {
      const answer = await getFromProxy(id, beto.headers);
      expect([answer.status, answer.headers.get('x-accel-redirect')]).toEqual([404, null]);
    }
    expect((await getFromProxy(unpublished, ana.headers)).headers.get('cache-control')).toBe('no-store');
  });

  it('is sent by the server to other clients, because the answer would reveal the name of the file', async () => {
    const answer = await getFromProxy(published, { 'x-forwarded-for': '10.0.0.1' }, ['10.0.0.0/8']);
    expect([answer.status, answer.headers.get('x-accel-redirect')]).toEqual([200, null]);
    expect((await bodyOf(answer)).equals(bytes)).toBe(true);
  });
});
