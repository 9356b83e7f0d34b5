import type { RecordingId } from '@relato/contract';
import { createTranscriber, type Transcriber, type Transcription } from '@relato/speech';
import { startFakeAssemblyAI, type FakeAssemblyAI } from '@relato/testing/speech/assemblyai';
import { afterAll, beforeAll } from 'vitest';
import type { Services, Viewer } from '../rpc/context.ts';
import { transcribeRecording } from '../transcription/jobs.ts';
import { createTestWorld, type TestWorld } from './world.ts';

/** The text that the provider hears, unless a test sets another. */
export const heard = 'Había una vez un tren que llegaba tarde';

/** No provider listens at its address, because the queued jobs are never run. */
export const deafTranscriber = createTranscriber({
  provider: 'assemblyai',
  assemblyaiApiKey: 'x',
  assemblyaiBaseUrl: 'http://127.0.0.1:9',
});

/** Creates a transcriber with this behaviour. */
export const transcriberThat = (work: Transcriber['transcribe']): Transcriber => ({
  name: 'assemblyai',
  transcribe: work,
  delete: async () => {},
});

/** Returns the transcription of an engine without word timings. */
export const toHeard = (text: string, engine: Transcription['engine'] = 'assemblyai'): Transcription => ({
  text,
  words: null,
  engine,
  model: null,
  isUnsure: false,
});

/** Runs the job of a recording once. Returns the failures that it reported. */
export async function transcribeOnce(
  services: Services,
  recordingId: string,
  { run = 0, signal = new AbortController().signal }: { run?: number; signal?: AbortSignal | undefined } = {},
): Promise<Error[]> {
  const reported: Error[] = [];
  const report = (error: Error): void => void reported.push(error);
  const job = { data: { recordingId, run }, priority: 0, signal, isLastAttempt: false, report };
  await transcribeRecording(services, job);
  return reported;
}

const copy = (to: object, from: object): void =>
  void Object.defineProperties(to, Object.getOwnPropertyDescriptors(from));

/** Creates a world with two users, whose recordings a fake AssemblyAI transcribes. */
export function useTranscriptions() {
  // They get their properties before any test runs.
  const [fake, world] = [{} as FakeAssemblyAI, {} as TestWorld];
  const [ana, beto] = [{} as Viewer, {} as Viewer];
  const reported: Error[] = [];
  beforeAll(async () => {
    copy(fake, await startFakeAssemblyAI({ transcript: heard, pollsUntilDone: 1 }));
    const transcriber = createTranscriber(
      { provider: 'assemblyai', assemblyaiApiKey: fake.apiKey, assemblyaiBaseUrl: fake.url },
      { timing: { pollIntervalMs: 2, callTimeoutMs: 5_000, audioTimeoutMs: 5_000, totalTimeoutMs: 10_000 } },
    );
    copy(world, await createTestWorld({ transcriber }));
    copy(ana, await world.addUser('ana'));
    copy(beto, await world.addUser('beto'));
  });
  afterAll(async () => {
    await world.close();
    await fake.stop();
  });

  /** Creates an inspected recording, and takes its transcription out of the queue. */
  async function inspect(viewer = ana): Promise<RecordingId> {
    const recordingId = await world.inspected(viewer);
    world.queued.length = 0;
    return recordingId;
  }

  const report = (error: Error): void => void reported.push(error);

  const transcribe = (
    recordingId: string,
    options: {
      transcriber?: Transcriber;
      isLastAttempt?: boolean;
      signal?: AbortSignal;
      run?: number;
      priority?: number;
    } = {},
  ): Promise<void> => {
    const {
      transcriber = world.services.transcriber,
      isLastAttempt = false,
      run = 0,
      priority = 0,
    } = options;
    const signal = options.signal ?? new AbortController().signal;
    return transcribeRecording(
      { ...world.services, transcriber },
      { data: { recordingId, run }, priority, signal, isLastAttempt, report },
    );
  };

  const statusOf = (recordingId: RecordingId, viewer = ana) =>
    world.callAs(viewer).transcription.status({ recordingId });

  return { fake, world, ana, beto, reported, inspect, transcribe, statusOf };
}
