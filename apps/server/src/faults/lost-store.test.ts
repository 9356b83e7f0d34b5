import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createJobHandlers, type Services } from '@relato/api';
import { recordingId, type RecordingId, serverLimits } from '@relato/contract';
import { createS3Storage, type S3Settings } from '@relato/storage';
import { startStandInS3, type StandInS3 } from '@relato/testing/s3/s3-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { useTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { toCreation, toPiece } from '../testing/tus-requests.ts';

const fixture = fileURLToPath(
  new URL('../../../../packages/testing/fixtures/audio/chromium_timeslice_noduration.webm', import.meta.url),
);

const test = useTestApp();
let store: StandInS3;
let services: Services;
let app: ReturnType<TestApp['createWith']>;
let ana: TestUser;
let audio: Buffer<ArrayBuffer>;
const metrics = createMetrics();
beforeAll(async () => {
  store = await startStandInS3();
  const settings: S3Settings = {
    ...store.keys,
    endpoint: store.url,
    bucket: store.bucket,
    forcePathStyle: true,
  };
  const quick = { firstDelayMs: 1, onRetry: metrics.countStorageRetry };
  services = { ...test.world.services, storage: metrics.watchStorage(createS3Storage(settings, quick)) };
  app = test.createWith(services, { metrics });
  ana = await test.signUp('ana');
  audio = Buffer.from(await readFile(fixture));
});
afterAll(() => store.stop());
afterEach(() => {
  Object.assign(store.state, { isBusy: false, isFull: false, isReadOnly: false });
  test.world.queued.length = 0;
});

const patch = (id: string, offset: number, body: Uint8Array<ArrayBuffer>, length?: number) =>
  app.request(
    `/upload/${id}`,
    toPiece(offset, body, ana, length === undefined ? {} : { 'upload-length': String(length) }),
  );

async function beginUpload(): Promise<RecordingId> {
  const id = recordingId.parse(randomUUID());
  await test.world.callAs(ana.viewer).recordings.begin({ id, claimedType: 'audio/webm' });
  await app.request('/upload', toCreation(id, ana));
  return id;
}

const rowOf = (id: string) => test.world.database.prisma.recording.findUniqueOrThrow({ where: { id } });

/** Works off one queued job with the store of this test. */
async function workOffOne(
  name: 'inspect-recording' | 'transcribe-recording' | 'delete-objects',
): Promise<void> {
  const index = test.world.queued.findIndex((job) => job.name === name);
  const [job] = test.world.queued.splice(index, 1);
  const handle = createJobHandlers(services)[name] as (running: object) => Promise<void>; // each handler takes its own data
  const { signal } = new AbortController();
  await handle({ data: job?.data, signal, isLastAttempt: true, report: () => {} });
}

describe('a store that is gone', () => {
  it('accepts the upload of a recording, and stores it after the outage', async () => {
    const id = await beginUpload();
    store.state.isBusy = true;
    const half = Math.floor(audio.length / 2);
    expect((await patch(id, 0, audio.subarray(0, half))).status).toBe(204);
    const last = await patch(id, half, audio.subarray(half), audio.length);
    expect([last.status, await last.json()]).toEqual([503, { error: 'UNAVAILABLE' }]);
    store.state.isBusy = false;
    const progress = await app.request(`/upload/${id}`, {
      method: 'HEAD',
      headers: { ...ana.headers, 'tus-resumable': '1.0.0' },
    });
    expect([progress.status, progress.headers.get('upload-offset')]).toEqual([200, String(audio.length)]);
    const { state, originalKey } = await rowOf(id);
    expect(state).toBe('inspecting');
    expect(store.objects.get(originalKey ?? '')?.content.equals(audio)).toBe(true);
  });

  it('answers 507 to an upload while it is full, and accepts the upload when there is space', async () => {
    const id = await beginUpload();
    store.state.isFull = true;
    const refused = await patch(id, 0, audio, audio.length);
    expect([refused.status, await refused.json()]).toEqual([507, { error: 'DISK_FULL' }]);
    store.state.isFull = false;
    expect((await patch(id, 0, audio, audio.length)).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ state: 'inspecting' });
  });

  it('delays inspections without using up their attempts', async () => {
    const id = await beginUpload();
    await patch(id, 0, audio, audio.length);
    const inspectionAttempts = serverLimits.inspection.maxAttempts - 1;
    await test.world.database.prisma.recording.update({ where: { id }, data: { inspectionAttempts } });
    // First the original is unreadable. Then the original is readable and the copy cannot be written.
    for (const trouble of [{ isBusy: true }, { isBusy: false, isReadOnly: true }]) {
      Object.assign(store.state, trouble);
      await workOffOne('inspect-recording');
      const waiting = { state: 'inspecting', inspectionAttempts, inspectionFailedAt: null };
      expect(await rowOf(id)).toMatchObject(waiting);
      expect(test.world.queued).toMatchObject([
        { startAfterSeconds: serverLimits.inspection.noStoreSeconds },
      ]);
    }
    Object.assign(store.state, { isBusy: false, isReadOnly: false });
    await workOffOne('inspect-recording');
    const { state, playbackKey } = await rowOf(id);
    expect(state).toBe('ready');
    expect(store.objects.has(playbackKey ?? '')).toBe(true);
  });

  it('answers 503 for sound while the rest of the app works, and shows in /readyz and the metrics', async () => {
    const id = await test.world.publishStory(ana.viewer);
    store.state.isBusy = true;
    const sound = await app.request(`/audio/${id}`);
    expect([sound.status, await sound.json()]).toEqual([503, { error: 'UNAVAILABLE' }]);
    const ready = await app.request('/readyz');
    expect([ready.status, await ready.text()]).toEqual([200, 'ok, without the store']);
    expect((await app.request('/trpc/stories.feed?input=%7B%22json%22%3A%7B%7D%7D')).status).toBe(200);
    const text = await metrics.print();
    expect(text).toMatch(
      /relato_storage_duration_seconds_count\{operation="open",outcome="unavailable"\} [1-9]/,
    );
    expect(text).toMatch(/relato_storage_retries_total\{reason="slow-down"\} [1-9]/);
  });

  it('REL-30: keeps the job of a deletion until the object is gone', async () => {
    const id = await beginUpload();
    await patch(id, 0, audio, audio.length);
    const { originalKey } = await rowOf(id);
    store.state.isReadOnly = true;
    await test.world.callAs(ana.viewer).recordings.discard({ id });
    const { queued } = test.world;
    const job = queued.find(({ name }) => name === 'delete-objects');
    await expect(workOffOne('delete-objects')).rejects.toThrow('1 of 1 failed');
    store.state.isReadOnly = false;
    if (job) queued.push(job);
    await workOffOne('delete-objects');
    expect(store.objects.has(originalKey ?? '')).toBe(false);
  });
});
