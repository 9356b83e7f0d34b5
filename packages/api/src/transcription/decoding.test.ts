import type { RecordingId } from '@relato/contract';
import type { Transcriber } from '@relato/speech';
import { burstSeconds, measureDelayMs } from '@relato/testing/bursts';
import { expect, it } from 'vitest';
import { inspectNow } from '../recordings/jobs.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { toHeard, transcribeOnce } from '../testing/transcriptions.ts';

const rateHz = 16_000;

/** An engine that hears a word in each burst of 1 kHz. */
const burstHearer: Transcriber = {
  name: 'local',
  transcribe: async ({ loadSamples }, { signal }) => {
    const samples = await loadSamples(signal);
    const words = burstSeconds.map((seconds, index) => {
      const startMs = Math.round(seconds * 1000 + measureDelayMs(samples, rateHz, seconds));
      return { text: `pitido${index}`, startMs, endMs: startMs + 20, confidence: 1 };
    });
    return {
      text: words.map(({ text }) => text).join(' '),
      words,
      engine: 'local',
      model: 'pitidos',
      isUnsure: false,
    };
  },
  delete: async () => {},
};

const world = useTestWorld({ transcriber: burstHearer });
const ana = useUser(world, 'ana');

const transcribe = (recordingId: RecordingId, transcriber: Transcriber, signal?: AbortSignal) =>
  transcribeOnce({ ...world.services, transcriber }, recordingId, { signal });

const statusOf = (recordingId: RecordingId) => world.callAs(ana).transcription.status({ recordingId });

it('gives an engine that takes samples those of the played copy, so that its word timings match', async () => {
  const recordingId = await world.upload(ana, 'bursts.mp3');
  await inspectNow(world.services, recordingId);
  expect(await transcribe(recordingId, burstHearer)).toEqual([]);
  const status = await statusOf(recordingId);
  expect(status).toMatchObject({ status: 'completed', text: 'pitido0 pitido1 pitido2' });
  for (const [index, seconds] of burstSeconds.entries()) {
    expect(status).toHaveProperty(`words.${index}.startMs`, expect.closeTo(seconds * 1000, -1));
  }
  const row = await world.database.prisma.transcript.findUniqueOrThrow({ where: { recordingId } });
  expect(row).toMatchObject({ engine: 'local', model: 'pitidos' });
});

it('fails a recording at once whose copy cannot be decoded, and logs the reason', async () => {
  const recordingId = await world.inspected(ana);
  const where = { id: recordingId };
  const { playbackKey } = await world.database.prisma.recording.findUniqueOrThrow({ where });
  await world.services.storage.delete(playbackKey ?? '');
  await world.services.storage.put(playbackKey ?? '', new TextEncoder().encode('Había una vez'));
  const reported = await transcribe(recordingId, burstHearer);
  expect(reported.map(({ message }) => message)).toEqual(['AUDIO_NOT_AUDIO']);
  expect(await statusOf(recordingId)).toMatchObject({ status: 'error', trouble: 'failed' });
});

it('ends the decoding with its worker, and resumes the transcription later', async () => {
  const recordingId = await world.inspected(ana);
  const worker = new AbortController();
  const transcriber: Transcriber = {
    ...burstHearer,
    transcribe: async ({ loadSamples }, { signal }) => {
      const samples = loadSamples(signal);
      worker.abort(new Error('The worker stops'));
      return toHeard(String((await samples).length), 'local');
    },
  };
  await expect(transcribe(recordingId, transcriber, worker.signal)).rejects.toThrow('The worker stops');
  expect(await statusOf(recordingId)).toMatchObject({ status: 'processing' });
});
