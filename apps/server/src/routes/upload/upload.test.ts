import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { collectRecordings } from '@relato/api';
import { limits, recordingId, type RecordingId, retention } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';
import { toCreation, toMetadata, toPiece } from '../../testing/tus-requests.ts';

const fixture = fileURLToPath(
  new URL(
    '../../../../../packages/testing/fixtures/audio/chromium_timeslice_noduration.webm',
    import.meta.url,
  ),
);

const test = useTestApp();
let ana: TestUser;
let beto: TestUser;
let audio: Buffer<ArrayBuffer>;
beforeAll(async () => {
  ana = await test.signUp('ana');
  beto = await test.signUp('beto');
  audio = Buffer.from(await readFile(fixture));
});

type Headers = Readonly<Record<string, string>>;

const send = (method: string, path: string, headers: Headers) =>
  test.app.request(path, { method, headers: { 'tus-resumable': '1.0.0', ...headers } });

async function beginRecording(person = ana): Promise<RecordingId> {
  const id = recordingId.parse(randomUUID());
  await test.world.callAs(person.viewer).recordings.begin({ id, claimedType: 'audio/webm' });
  return id;
}

const create = (id: string, person = ana, headers: Headers = {}) =>
  test.app.request('/upload', toCreation(id, person, headers));

const patch = (id: string, offset: number, body: Uint8Array<ArrayBuffer>, headers: Headers = {}) =>
  test.app.request(
    `/upload/${id}`,
    toPiece(offset, body, ana, { 'content-length': String(body.byteLength), ...headers }),
  );
const head = (id: string, person = ana) => send('HEAD', `/upload/${id}`, person.headers);
const none = new Uint8Array(0);

async function beginUpload(): Promise<RecordingId> {
  const id = await beginRecording();
  expect((await create(id)).status).toBe(201);
  return id;
}

/** Resolves with the stored part of an unfinished upload, or with null. */
async function keptOf(id: string): Promise<Buffer | null> {
  const { prisma } = test.world.database;
  const upload = await prisma.upload.findUnique({
    where: { recordingId: id },
    select: { pieces: { orderBy: { start: 'asc' } } },
  });
  return upload && Buffer.concat(upload.pieces.map(({ content }) => content));
}

const statusOf = (id: RecordingId) => test.world.callAs(ana.viewer).recordings.status({ id });

describe('an upload', () => {
  it('L305: arrives in pieces during the recording, and is complete when its length is set', async () => {
    const id = await beginRecording();
    const created = await create(id);
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`/upload/${id}`);
    const half = Math.floor(audio.length / 2);
    const first = await patch(id, 0, audio.subarray(0, half));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(half)]);
    const progress = await head(id);
    expect(progress.headers.get('upload-offset')).toBe(String(half));
    expect(progress.headers.get('upload-defer-length')).toBe('1');
    expect((await patch(id, half, audio.subarray(half))).status).toBe(204);
    expect(await statusOf(id)).toMatchObject({ state: 'uploading' });

    const last = await patch(id, audio.length, none, { 'upload-length': String(audio.length) });
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(audio.length)]);
    expect(await statusOf(id)).toMatchObject({ state: 'inspecting' });
    await test.world.workOff();
    expect(await statusOf(id)).toMatchObject({ state: 'ready', durationMs: 4980 });
    expect(await keptOf(id)).toBeNull();
  });

  it('is confirmed again if the last answer was lost', async () => {
    const id = await beginUpload();
    const sendAll = () => patch(id, 0, audio, { 'upload-length': String(audio.length) });
    await sendAll();
    for (const [answer, status] of [
      [await sendAll(), 204],
      [await head(id), 200],
    ] as const)
      expect([answer.status, answer.headers.get('upload-offset')]).toEqual([status, String(audio.length)]);
    test.world.queued.length = 0;
  });

  it('is completed later if the server failed after its last byte', async () => {
    const id = await beginUpload();
    const full = { ...test.world.services.storage, put: () => Promise.reject(new Error('disk')) };
    const broken = test.createWith({ storage: full });
    const length = String(audio.length);
    const failed = await broken.request(
      `/upload/${id}`,
      toPiece(0, audio, ana, { 'upload-length': length, 'content-length': length }),
    );
    expect([failed.status, await failed.text()]).toEqual([503, '{"error":"UNAVAILABLE"}']);
    expect(await statusOf(id)).toMatchObject({ state: 'uploading' });
    expect((await head(id)).headers.get('upload-offset')).toBe(String(audio.length));
    expect(await statusOf(id)).toMatchObject({ state: 'inspecting' });
    test.world.queued.length = 0;
  });

  it('keeps its bytes if it is created again, or continued at another offset', async () => {
    const id = await beginUpload();
    await patch(id, 0, audio.subarray(0, 100));
    const wrong = [99, 101].map((offset) => patch(id, offset, audio.subarray(0, 10)));
    for (const answer of await Promise.all([create(id), ...wrong]))
      expect([answer.status, await answer.json()]).toEqual([409, { error: 'UPLOAD_CONFLICT' }]);
    expect((await head(id)).headers.get('upload-offset')).toBe('100');
  });
});

describe('an upload over the limit', () => {
  const tooMuch = limits.recording.maxBytes + 1;

  it('is refused during the transfer, together with its recording', async () => {
    const id = await beginUpload();
    const answer = await patch(id, 0, new Uint8Array(tooMuch));
    expect([answer.status, await answer.text()]).toEqual([413, '{"error":"AUDIO_TOO_BIG"}']);
    expect(await statusOf(id)).toEqual({ id, state: 'refused', reason: 'AUDIO_TOO_BIG' });
    expect((await patch(id, 0, none)).status).toBe(413);
    expect(await keptOf(id)).toBeNull();
  });

  it('SEC-45: leaves nothing on the disk if it is refused during its completion', async () => {
    const [id, { storage }] = [await beginUpload(), test.world.services];
    const [begun, asked, stored, refused] = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
    const requests = [begun, asked];
    const keys: string[] = [];
    const app = test.createWith({
      disk: { ...test.world.services.disk, hasFreeSpace: async () => (requests.shift()?.resolve(), true) },
      storage: {
        ...storage,
        put: async (key, content) => {
          keys.push(key);
          const object = await storage.put(key, content);
          stored?.resolve();
          await refused?.promise;
          return object;
        },
      },
    });
    const sendPiece = (offset: number, body: ReadableStream<Uint8Array>, headers: Headers = {}) =>
      app.request(`/upload/${id}`, { ...toPiece(offset, body, ana, headers), duplex: 'half' });
    const streamAfter = (signal: typeof asked, at: number) =>
      new ReadableStream<Uint8Array>({
        start: async (stream) => {
          if (at > 0) stream.enqueue(audio.subarray(0, at));
          await signal?.promise;
          stream.enqueue(audio.subarray(at));
          stream.close();
        },
      });
    // The last byte arrives while another request sends more than the announced length.
    const length = { 'upload-length': String(audio.length) };
    const first = sendPiece(0, streamAfter(asked, audio.length - 1), length);
    await begun?.promise;
    expect((await sendPiece(audio.length, streamAfter(stored, 0))).status).toBe(413);
    refused?.resolve();
    await first;
    await test.world.workOff();
    expect(await statusOf(id)).toMatchObject({ state: 'refused' });
    expect(keys).toHaveLength(1);
    await expect(storage.read(keys[0] ?? '')).rejects.toMatchObject({ reason: 'missing' });
  });

  it('is refused at its creation', async () => {
    const id = await beginRecording();
    const headers = { 'upload-length': String(tooMuch), 'upload-metadata': toMetadata(id) };
    expect((await send('POST', '/upload', { ...ana.headers, ...headers })).status).toBe(413);
    expect(await statusOf(id)).toEqual({ id, state: 'refused', reason: 'AUDIO_TOO_BIG' });
  });
});

it('SEC-46: an upload is for its owner only, and for a recording', async () => {
  const id = await beginUpload();
  const visitor: TestUser = { ...ana, headers: { authorization: 'Bearer none' } };
  for (const [person, status] of [
    [visitor, 401],
    [beto, 404],
  ] as const) {
    expect((await create(id, person)).status).toBe(status);
    expect((await head(id, person)).status).toBe(status);
    expect((await patch(id, 0, audio, person.headers)).status).toBe(status);
  }
  expect((await create(randomUUID())).status).toBe(404);
  expect((await head(id)).headers.get('upload-offset')).toBe('0');
});

describe('SEC-45: bytes on the disk', () => {
  it('have one name for each recording, whatever the case of its id', async () => {
    const count = () => test.world.database.prisma.upload.aggregate({ _sum: { bytes: true }, _count: true });
    // The id ends with letters, so that another case would be another name.
    const id = recordingId.parse(`${randomUUID().slice(0, -10)}abcdefabcd`);
    await test.world.callAs(ana.viewer).recordings.begin({ id, claimedType: 'audio/webm' });
    expect((await create(id)).status).toBe(201);
    const before = await count();
    for (const other of [id.toUpperCase(), `${id.slice(0, -1)}D`])
      for (const answer of [await create(other), await patch(other, 0, audio), await head(other)])
        expect(answer.status).toBe(400);
    expect(await count()).toEqual(before);
  });

  it('are removed when their recording is discarded', async () => {
    const id = await beginUpload();
    await patch(id, 0, audio);
    await test.world.callAs(ana.viewer).recordings.discard({ id });
    await test.world.workOff();
    expect(await keptOf(id)).toBeNull();
  });

  it('are removed with the account', async () => {
    const departing = await test.signUp('viajera');
    const id = await beginRecording(departing);
    expect((await create(id, departing)).status).toBe(201);
    await patch(id, 0, audio, departing.headers);
    expect(await keptOf(id)).toHaveLength(audio.length);
    await test.world.callAs(departing.viewer, departing.token).account.delete({ confirmation: 'ELIMINAR' });
    await test.world.workOff();
    expect(await keptOf(id)).toBeNull();
  });

  it('are removed if the upload was abandoned', async () => {
    const id = await beginUpload();
    await patch(id, 0, audio);
    const createdAt = new Date(Date.now() - (retention.unfinishedUpload.days + 1) * 86_400_000);
    await test.world.database.prisma.recording.update({ where: { id }, data: { createdAt } });
    await collectRecordings(test.world.services);
    await test.world.workOff();
    expect(await keptOf(id)).toBeNull();
  });

  it('are not created if the recording is discarded while its upload begins', async () => {
    const id = await beginRecording();
    const hasFreeSpace = async () => {
      await test.world.callAs(ana.viewer).recordings.discard({ id });
      return true;
    };
    const app = test.createWith({ disk: { ...test.world.services.disk, hasFreeSpace } });
    const answer = await app.request('/upload', toCreation(id, ana));
    expect(answer.status).toBe(409);
    expect(await keptOf(id)).toBeNull();
  });
});

const encode = (text: string): string => Buffer.from(text).toString('base64');

it('SEC-46: metadata and path can only name the authorized upload', async () => {
  const [victim, mine] = [await beginRecording(beto), await beginRecording()];
  await create(victim, beto);
  await patch(victim, 0, audio.subarray(0, 10), beto.headers);
  const [theirs, own] = [`recordingId ${encode(victim)}`, toMetadata(mine)];
  for (const metadata of [
    `${theirs},\t${own}`,
    `${own},${theirs}`,
    `${own},`,
    `filename ${encode(victim)},${own}`,
    `RecordingId ${encode(mine)}`,
    `${own}${encode('x')}`,
    `recordingId ${encode(` ${mine}`.slice(0, 36))}`,
    'recordingId',
    toMetadata('../../etc/passwd'),
    'recordingId ***',
  ]) {
    const answer = await create('', ana, { 'upload-metadata': metadata });
    expect([metadata, answer.status, await answer.json()]).toEqual([
      metadata,
      400,
      { error: 'UPLOAD_INVALID' },
    ]);
  }
  expect(await keptOf(mine)).toBeNull();
  await create(mine);
  await patch(mine, 0, audio.subarray(0, 10));
  for (const joint of ['?/', '?x#/', '/?/']) {
    const piece = toPiece(10, audio.subarray(20, 25), ana, { 'content-length': '5' });
    await test.app.request(`/upload/${mine}${joint}${victim}`, piece);
  }
  expect(await keptOf(victim)).toEqual(audio.subarray(0, 10));
});

describe('REL-31: a disk with little room', () => {
  it('refuses more bytes, keeps those that arrived, and continues when there is space', async () => {
    const id = await beginUpload();
    await patch(id, 0, audio.subarray(0, 100));
    let hasRoom = false;
    const app = test.createWith({
      disk: { ...test.world.services.disk, hasFreeSpace: async () => hasRoom },
    });
    const continueUpload = () => app.request(`/upload/${id}`, toPiece(100, audio.subarray(100), ana));
    const other = await beginRecording();
    const refused = [await continueUpload(), await app.request('/upload', toCreation(other, ana))];
    for (const answer of refused) {
      expect([answer.status, await answer.json()]).toEqual([507, { error: 'DISK_FULL' }]);
    }
    expect(await keptOf(other)).toBeNull();
    expect((await head(id)).headers.get('upload-offset')).toBe('100');
    expect((await app.request('/trpc/stories.feed?input=%7B%22json%22%3A%7B%7D%7D')).status).toBe(200);
    hasRoom = true;
    expect((await continueUpload()).status).toBe(204);
  });
});

it('a request that is not tus is refused, and has no effect', async () => {
  const id = await beginUpload();
  const type = await patch(id, 0, audio, { 'content-type': 'text/plain' });
  expect([Math.floor(type.status / 100), await type.text()]).toEqual([4, '{"error":"UPLOAD_INVALID"}']);
  expect((await patch(id, 0, audio, { 'upload-offset': 'x' })).status).toBeGreaterThanOrEqual(400);
  expect((await patch(id, 0, audio, { 'tus-resumable': '0.2.0' })).status).toBe(400);
  expect((await send('GET', `/upload/${id}`, ana.headers)).status).toBe(404);
  expect((await send('DELETE', `/upload/${id}`, ana.headers)).status).toBe(405);
  expect((await head(id)).headers.get('upload-offset')).toBe('0');
});
