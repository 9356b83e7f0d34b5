import { randomUUID } from 'node:crypto';
import { collectRecordings } from '@relato/api';
import { limits, recordingId, retention } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import { audio, serveUploads, type Headers } from '../../testing/test-uploads.ts';
import { toCreation, toMetadata, toPiece } from '../../testing/tus-requests.ts';

const uploads = serveUploads();
const { test, send, beginRecording, beginUpload, create, patch, head, keptOf, statusOf } = uploads;
const none = new Uint8Array(0);

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
      app.request(`/upload/${id}`, { ...toPiece(offset, body, uploads.ana, headers), duplex: 'half' });
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
    expect((await send('POST', '/upload', { ...uploads.ana.headers, ...headers })).status).toBe(413);
    expect(await statusOf(id)).toEqual({ id, state: 'refused', reason: 'AUDIO_TOO_BIG' });
  });
});

describe('SEC-45: bytes on the disk', () => {
  it('have one name for each recording, whatever the case of its id', async () => {
    const count = () => test.world.database.prisma.upload.aggregate({ _sum: { bytes: true }, _count: true });
    // The id ends with letters, so that another case would be another name.
    const id = recordingId.parse(`${randomUUID().slice(0, -10)}abcdefabcd`);
    await test.world.callAs(uploads.ana.viewer).recordings.begin({ id, claimedType: 'audio/webm' });
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
    await test.world.callAs(uploads.ana.viewer).recordings.discard({ id });
    await test.world.workOff();
    expect(await keptOf(id)).toBeNull();
  });

  it('are removed with the account', async () => {
    const departing = await test.signUp('viajera');
    const id = await beginRecording(departing);
    expect((await create(id, departing)).status).toBe(201);
    await patch(id, 0, audio, departing.headers);
    expect(await keptOf(id)).toHaveLength(audio.length);
    const { account } = test.world.callAs(departing.viewer, departing.token);
    await account.delete({ confirmation: 'ELIMINAR', currentPassword: departing.password });
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
      await test.world.callAs(uploads.ana.viewer).recordings.discard({ id });
      return true;
    };
    const app = test.createWith({ disk: { ...test.world.services.disk, hasFreeSpace } });
    const answer = await app.request('/upload', toCreation(id, uploads.ana));
    expect(answer.status).toBe(409);
    expect(await keptOf(id)).toBeNull();
  });
});

describe('REL-31: a disk with little room', () => {
  it('refuses more bytes, keeps those that arrived, and continues when there is space', async () => {
    const id = await beginUpload();
    await patch(id, 0, audio.subarray(0, 100));
    let hasRoom = false;
    const app = test.createWith({
      disk: { ...test.world.services.disk, hasFreeSpace: async () => hasRoom },
    });
    const continueUpload = () => app.request(`/upload/${id}`, toPiece(100, audio.subarray(100), uploads.ana));
    const other = await beginRecording();
    const refused = [await continueUpload(), await app.request('/upload', toCreation(other, uploads.ana))];
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
