import { randomUUID } from 'node:crypto';
import type { StoryId } from '@relato/contract';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { close, listen } from '../../http/http-server.ts';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let beto: TestUser;
let published: StoryId;
let unpublished: StoryId;
let bytes: Buffer;
let server: Server;
let address: string;
beforeAll(async () => {
  server = await listen(test.app, { port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a server on a port has one
  ana = await test.signUp('ana');
  beto = await test.signUp('beto');
  published = await test.world.publishStory(ana.viewer);
  unpublished = await save();
  const { recording } = await test.world.database.prisma.story.findUniqueOrThrow({
    where: { id: published },
    include: { recording: true },
  });
  bytes = Buffer.from(await test.world.services.storage.read(recording.playbackKey ?? ''));
});

afterAll(() => close(server));

async function save(): Promise<StoryId> {
  const recordingId = await test.world.record(ana.viewer);
  return (await test.world.callAs(ana.viewer).stories.create({ recordingId, title: 'El tren' })).id;
}

type Headers = Readonly<Record<string, string>>;
type Get = (id: string, headers?: Headers, method?: string) => Promise<Response>;

const getFromApp: Get = async (id, headers = {}, method = 'GET') =>
  test.app.request(`/audio/${id}`, { method, headers });
const getFromSocket: Get = async (id, headers = {}, method = 'GET') =>
  fetch(`${address}/audio/${id}`, { method, headers });
/** Every answer is the same, whether the app gives it or the route on the fast path. */
const ways = [
  ['app', getFromApp],
  ['socket', getFromSocket],
] as const;
const bodyOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

describe.each(ways)('public audio from the %s', (_way, get) => {
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

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-99', 10, 99],
    ['bytes=100-', 100, -1],
    ['bytes=-50', -50, -1],
    ['bytes=100-99999999', 100, -1],
  ])('is sent partially for %s', async (range, from, to) => {
    const answer = await get(published, { range });
    const start = from < 0 ? bytes.length + from : from;
    const end = to < 0 ? bytes.length - 1 : to;
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${bytes.length}`);
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1));
    expect((await bodyOf(answer)).equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it('answers 416 with its length for a range past its end', async () => {
    const answer = await get(published, { range: 'bytes=99999999-' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
  });

  it.each([
    ['a thousand ranges', `bytes=${Array.from({ length: 1_000 }, (_, n) => `${n}-${n}`).join(',')}`, 200],
    ['two ranges', 'bytes=0-1,5-6', 200],
    ['an inverted range', 'bytes=9-1', 200],
    ['a range past every file', 'bytes=999999999999999-', 416],
    ['an infinite end', `bytes=0-${'9'.repeat(400)}`, 200],
    ['an infinite start', `bytes=${'9'.repeat(400)}-`, 200],
    ['a negative start', 'bytes=--5', 200],
    ['the last zero bytes', 'bytes=-0', 416],
    ['another unit', 'lines=0-1', 200],
  ])('SEC-32: is read at most once, whole or not at all, for %s', async (_case, range, status) => {
    const open = vi.spyOn(test.world.services.storage, 'open');
    const answer = await get(published, { range });
    const body = await bodyOf(answer);
    expect([answer.status, open.mock.calls.length]).toEqual([status, status === 200 ? 1 : 0]);
    open.mockRestore();
    expect(body.length).toBe(status === 200 ? bytes.length : 0);
    expect(answer.headers.get('content-type')).not.toContain('multipart');
  });

  it('is described by HEAD without a body', async () => {
    const whole = await get(published, {}, 'HEAD');
    expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ]);
    const part = await get(published, { range: 'bytes=0-9' }, 'HEAD');
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '10']);
  });

  it('L413: is revalidated by its ETag, and sent whole if the version differs', async () => {
    const etag = (await get(published)).headers.get('etag') ?? '';
    const known = await get(published, { 'if-none-match': etag });
    expect([known.status, await known.text()]).toEqual([304, '']);
    expect((await get(published, { 'if-none-match': '"another"' })).status).toBe(200);
    expect((await get(published, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get(published, { range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
  });

  it('SEC-07: D02: is not found at once when its story is unpublished', async () => {
    const id = await test.world.publishStory(ana.viewer);
    const { stories } = test.world.callAs(ana.viewer);
    const etag = (await get(id)).headers.get('etag') ?? '';
    await stories.unpublish({ id });
    expect((await get(id, { 'if-none-match': etag })).status).toBe(404);
  });

  it('SEC-07: is not found at once when its story is deleted, also for its author', async () => {
    const id = await test.world.publishStory(ana.viewer);
    const { stories } = test.world.callAs(ana.viewer);
    const etag = (await get(id)).headers.get('etag') ?? '';
    await stories.delete({ id });
    for (const headers of [{}, ana.headers])
      for (const way of [{}, { range: 'bytes=0-9' }, { 'if-none-match': etag }])
        expect((await get(id, { ...headers, ...way })).status).toBe(404);
  });
});

describe.each(ways)('hidden audio from the %s', (way, get) => {
  it('SEC-07: is not found at once for everyone but its author and moderators, in every kind of request', async () => {
    const id = await test.world.publishStory(ana.viewer);
    const etag = (await get(id)).headers.get('etag') ?? '';
    const moderator = await test.signUp(`revisora_${way}`, 'moderator');
    const { stories } = test.world.callAs(moderator.viewer);
    await stories.hide({ id, reason: 'Publicidad' });
    const ways = [
      {},
      { range: 'bytes=0-9' },
      { 'if-none-match': etag },
      { 'if-range': etag, range: 'bytes=0-9' },
    ];
    for (const headers of [{}, beto.headers]) {
      for (const way of ways) {
        expect((await get(id, { ...headers, ...way })).status).toBe(404);
        expect((await get(id, { ...headers, ...way }, 'HEAD')).status).toBe(404);
      }
    }
    for (const user of [ana, moderator]) {
      const answer = await get(id, { ...user.headers, range: 'bytes=0-9' });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([206, 'no-store']);
    }
    await stories.restore({ id, reason: 'Error' });
    expect((await get(id)).status).toBe(200);
  });

  it('SEC-07: is not found at once when its author is suspended', async () => {
    const carla = await test.signUp(`carla_${way}`);
    const id = await test.world.publishStory(carla.viewer);
    expect((await get(id)).status).toBe(200);
    const moderator = await test.world.addUser(`vigilante_${way}`, 'moderator');
    const { users } = test.world.callAs(moderator);
    await users.suspend({ userId: carla.viewer.id, reason: 'Acoso' });
    for (const headers of [{}, carla.headers, beto.headers]) {
      for (const method of ['GET', 'HEAD']) {
        expect((await get(id, { ...headers, range: 'bytes=0-9' }, method)).status).toBe(404);
      }
    }
  });
});

describe.each(ways)('SEC-01: private audio from the %s', (_way, get) => {
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
    const ways = [{}, { range: 'bytes=0-9' }, { range: 'bytes=99999999-' }, { 'if-none-match': '*' }];
    for (const headers of [{}, beto.headers, { authorization: 'Bearer none' }]) {
      for (const way of ways) {
        const answer = await get(unpublished, { ...headers, ...way });
        expect([answer.status, await answer.text()]).toEqual(expected);
        expect(answer.headers.get('etag')).toBeNull();
      }
      expect((await get(unpublished, headers, 'HEAD')).status).toBe(404);
    }
  });

  it.each(['no-uuid', '..%2f..%2fetc%2fpasswd', '%00'])('is not found under another path: %s', async (id) => {
    expect((await get(id, ana.headers)).status).toBe(404);
  });
});

describe('audio that the front server sends', () => {
  let proxied: Server;
  let proxiedAddress: string;
  const options = { trustedProxies: ['127.0.0.1'], accelLocation: '/audio-files/' };
  beforeAll(async () => {
    proxied = await listen(test.createWith({}, options), { port: 0, host: '127.0.0.1' });
    proxiedAddress = `http://127.0.0.1:${(proxied.address() as AddressInfo).port}`; // a server on a port has one
  });
  afterAll(() => close(proxied));
  const getFromProxy: Get = async (id, headers = {}, method = 'GET') =>
    fetch(`${proxiedAddress}/audio/${id}`, { method, headers });

  it('is named in an answer without a body, with the headers of every other answer', async () => {
    const own = await getFromSocket(published);
    // Of the file, or of the moment.
    const others = new Set(
      'accept-ranges content-length etag x-accel-redirect connection date keep-alive transfer-encoding x-request-id'.split(
        ' ',
      ),
    );
    const toShared = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => !others.has(name)));
    for (const method of ['GET', 'HEAD']) {
      const answer = await getFromProxy(published, { range: 'bytes=0-9', 'if-none-match': '"x"' }, method);
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([200, null, '']);
      expect(answer.headers.get('x-accel-redirect')).toMatch(
        /^\/audio-files\/playback\/[\da-f]{2}\/[\da-f]{40}\.webm$/u,
      );
      expect(toShared(answer)).toEqual(toShared(own));
    }
  });

  it('SEC-01: SEC-07: is named only to those who may hear it', async () => {
    const id = await test.world.publishStory(ana.viewer);
    await test.world.callAs(ana.viewer).stories.unpublish({ id });
    for (const story of [id, unpublished, randomUUID()]) {
      const answer = await getFromProxy(story, beto.headers);
      expect([answer.status, answer.headers.get('x-accel-redirect')]).toEqual([404, null]);
    }
    expect((await getFromProxy(id, ana.headers)).headers.get('cache-control')).toBe('no-store');
  });

  it('is sent by the server to everyone else, who would learn the name of the file', async () => {
    const others = test.createWith({}, { ...options, trustedProxies: ['10.0.0.0/8'] });
    const direct = await listen(others, { port: 0, host: '127.0.0.1' });
    const { port } = direct.address() as AddressInfo; // as above
    const answer = await fetch(`http://127.0.0.1:${port}/audio/${published}`, {
      headers: { 'x-forwarded-for': '10.0.0.1' },
    });
    expect([answer.status, answer.headers.get('x-accel-redirect')]).toEqual([200, null]);
    expect((await bodyOf(answer)).equals(bytes)).toBe(true);
    await close(direct);
  });
});
