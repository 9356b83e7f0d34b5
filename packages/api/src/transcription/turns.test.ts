import { rateLimits } from '@relato/contract';
import { SpeechError } from '@relato/speech';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { transcriberThat, useTranscriptions, toHeard } from '../testing/transcriptions.ts';
import { backlogPriority } from './mutations.ts';

const { world, inspect, transcribe, statusOf } = useTranscriptions();
let viewer: Viewer;
let names = 0;
beforeEach(async () => {
  names += 1;
  viewer = await world.addUser(`turn-${names}`);
});

const readUsed = async (payer: string = viewer.id) =>
  (await world.services.rateLimiter.readUsage('transcribedSeconds', payer)).used;
const use = (seconds: number) => world.services.rateLimiter.charge('transcribedSeconds', viewer.id, seconds);
const refuse = (trouble: 'busy' | 'failed') =>
  transcriberThat(() => Promise.reject(new SpeechError('network', 'not now', { trouble })));

describe('SEC-44: the transcribed time of an account', () => {
  it('counts successful and failed transcriptions, but not a busy transcriber', async () => {
    const recordingId = await inspect(viewer);
    expect(world.queued).toEqual([]);
    await transcribe(recordingId, { transcriber: refuse('busy') });
    expect(await readUsed()).toBe(0);
    await transcribe(recordingId);
    expect(await statusOf(recordingId, viewer)).toMatchObject({ status: 'completed' });
    expect(await readUsed()).toBe(5);
    await transcribe(await inspect(viewer), { transcriber: refuse('failed') });
    expect(await readUsed()).toBe(10);
  });

  it('puts it behind accounts with less, one recording at a time', async () => {
    await use(130);
    const recordingId = await inspect(viewer);
    await transcribe(recordingId);
    expect(await statusOf(recordingId, viewer)).toMatchObject({ status: 'queued' });
    expect(world.queued.splice(0)).toMatchObject([
      { data: { recordingId }, priority: -2, startAfterSeconds: 0, group: viewer.id },
    ]);
    await transcribe(recordingId, { priority: -2 });
    expect(await statusOf(recordingId, viewer)).toMatchObject({ status: 'completed' });
  });

  it('puts its new recordings before repeated transcriptions, also those of other accounts', async () => {
    const { repeat } = world.callAs(await world.addUser(`jefa-${names}`, 'administrator')).transcription;
    const old = await inspect(await world.addUser(`old-${names}`));
    await transcribe(old);
    await repeat({});
    const repeated = world.queued
      .splice(0)
      .find(({ data }) => 'recordingId' in data && data.recordingId === old);
    await use(rateLimits.transcribedSeconds.calls - 1);
    await transcribe(await inspect(viewer));
    const [latest] = world.queued.splice(0);
    expect(latest?.priority).toBeGreaterThan(repeated?.priority ?? 0);
  });

  it('counts repeated transcriptions separately, so that new recordings do not wait for them', async () => {
    await use(rateLimits.transcribedSeconds.calls);
    const again = await inspect(viewer);
    await transcribe(again, { priority: backlogPriority });
    expect(await statusOf(again, viewer)).toMatchObject({ status: 'completed' });
    await transcribe(await inspect(viewer), { transcriber: refuse('failed'), priority: backlogPriority });
    expect(await readUsed()).toBe(rateLimits.transcribedSeconds.calls);
    expect(await readUsed(`backlog of ${viewer.id}`)).toBe(10);

    await world.services.rateLimiter.charge('transcribedSeconds', `backlog of ${viewer.id}`, 60);
    const next = await inspect(viewer);
    await transcribe(next, { priority: backlogPriority });
    expect(world.queued.splice(0)).toMatchObject([{ priority: backlogPriority - 1, startAfterSeconds: 0 }]);
    await transcribe(next, { priority: backlogPriority - 1 });
    expect(await statusOf(next, viewer)).toMatchObject({ status: 'completed' });
  });

  it('delays recordings after an hour, unless the provider has begun', async () => {
    await use(rateLimits.transcribedSeconds.calls);
    const [waits, begun] = [await inspect(viewer), await inspect(viewer)];
    await transcribe(waits);
    const [job] = world.queued.splice(0);
    expect(job?.startAfterSeconds).toBeGreaterThan(3_000);
    expect(await statusOf(waits, viewer)).toMatchObject({ status: 'queued' });

    await world.database.prisma.transcript.update({
      where: { recordingId: begun },
      data: { providerJob: 'begun', provider: 'assemblyai' },
    });
    let resumed: string | null = null;
    await transcribe(begun, {
      transcriber: transcriberThat(async (_audio, { job: providerJob }) => {
        resumed = providerJob;
        return toHeard('Hola.');
      }),
    });
    expect(resumed).toBe('begun');
  });
});
