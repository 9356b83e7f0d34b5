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

describe('SEC-44: the sound of an account', () => {
  it('counts when it was transcribed, or could not be, and not while the transcriber is busy', async () => {
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

  it('comes behind that of accounts of which less was transcribed lately, one recording at a time', async () => {
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

  it('comes before what is transcribed again, also of accounts of which nothing was lately', async () => {
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

  it('has a time of its own for what is transcribed again, so that new recordings do not wait for it', async () => {
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

  it('waits when an hour of it has been transcribed, unless the provider has begun', async () => {
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
