import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TestUser } from '../../testing/test-app.ts';
import { audio, serveUploads } from '../../testing/test-uploads.ts';
import { toMetadata, toPiece } from '../../testing/tus-requests.ts';

const uploads = serveUploads();
const { test, send, beginRecording, beginUpload, create, patch, head, keptOf, statusOf } = uploads;
const none = new Uint8Array(0);

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
      toPiece(0, audio, uploads.ana, { 'upload-length': length, 'content-length': length }),
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

it('SEC-46: an upload is for its owner only, and for a recording', async () => {
  const id = await beginUpload();
  const visitor: TestUser = { ...uploads.ana, headers: { authorization: 'Bearer none' } };
  for (const [person, status] of [
    [visitor, 401],
    [uploads.beto, 404],
  ] as const) {
    expect((await create(id, person)).status).toBe(status);
    expect((await head(id, person)).status).toBe(status);
    expect((await patch(id, 0, audio, person.headers)).status).toBe(status);
  }
  expect((await create(randomUUID())).status).toBe(404);
  expect((await head(id)).headers.get('upload-offset')).toBe('0');
});

const encode = (text: string): string => Buffer.from(text).toString('base64');

it('SEC-46: metadata and path can only name the authorized upload', async () => {
  const [victim, mine] = [await beginRecording(uploads.beto), await beginRecording()];
  await create(victim, uploads.beto);
  await patch(victim, 0, audio.subarray(0, 10), uploads.beto.headers);
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
    const answer = await create('', uploads.ana, { 'upload-metadata': metadata });
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
    const piece = toPiece(10, audio.subarray(20, 25), uploads.ana, { 'content-length': '5' });
    await test.app.request(`/upload/${mine}${joint}${victim}`, piece);
  }
  expect(await keptOf(victim)).toEqual(audio.subarray(0, 10));
});

it('a request that is not tus is refused, and has no effect', async () => {
  const id = await beginUpload();
  const type = await patch(id, 0, audio, { 'content-type': 'text/plain' });
  expect([Math.floor(type.status / 100), await type.text()]).toEqual([4, '{"error":"UPLOAD_INVALID"}']);
  expect((await patch(id, 0, audio, { 'upload-offset': 'x' })).status).toBeGreaterThanOrEqual(400);
  expect((await patch(id, 0, audio, { 'tus-resumable': '0.2.0' })).status).toBe(400);
  expect((await send('GET', `/upload/${id}`, uploads.ana.headers)).status).toBe(404);
  expect((await send('DELETE', `/upload/${id}`, uploads.ana.headers)).status).toBe(405);
  expect((await head(id)).headers.get('upload-offset')).toBe('0');
});
