import { setTimeout } from 'node:timers/promises';
import { FileService, TranscriptService } from 'assemblyai';
import { z } from 'zod';
import { callProvider, requireShape } from './call-provider.ts';
import { getErrorField, toShownMessage } from './error-message.ts';
import { SpeechError, stalledError } from './speech-error.ts';
import type {
  SpeechAudio,
  SpeechTiming,
  Transcriber,
  TranscribeOptions,
  Transcription,
} from './transcriber.ts';
import { jobError, toTranscription } from './transcription.ts';
import { abortOnTimeout } from './abort-on-timeout.ts';

/** The default models. */
export const assemblyaiModels: readonly string[] = ['universal-3-pro', 'universal-2'];

export interface AssemblyAISettings {
  readonly apiKey: string;
  /** Ends without a slash. */
  readonly baseUrl: string;
  /** In order of preference. */
  readonly models: readonly string[];
}

type Call = (send: (signal: AbortSignal) => Promise<Response>) => Promise<object>;

// The services of the package have no timeout, read answers of any size and lose the status of an error. These subclasses
// override the one method through which each service sends requests.
class Files extends FileService {
  readonly #call: Call;

  constructor(settings: AssemblyAISettings, call: Call) {
    super(toParams(settings));
    this.#call = call;
  }

  protected override fetchResponse(input: string, init?: RequestInit): Promise<Response> {
    return bounded(this.#call, (ours) => super.fetchResponse(input, { ...init, ...ours }));
  }
}

class Transcripts extends TranscriptService {
  readonly #call: Call;

  constructor(settings: AssemblyAISettings, call: Call) {
    super(toParams(settings), new Files(settings, call));
    this.#call = call;
  }

  protected override fetchResponse(input: string, init?: RequestInit): Promise<Response> {
    return bounded(this.#call, (ours) => super.fetchResponse(input, { ...init, ...ours }));
  }
}

const bounded = async (call: Call, send: (ours: RequestInit) => Promise<Response>): Promise<Response> =>
  Response.json(await call((signal) => send({ signal, redirect: 'manual' })));

// The default user agent would reveal the versions of this server.
const toParams = ({ apiKey, baseUrl }: AssemblyAISettings) => ({
  apiKey,
  baseUrl,
  userAgent: false as const,
});

// Validated, because the id becomes part of a path.
const jobId = /^[\w-]{1,100}$/u;
const uploaded = z.url();
const submitted = z.object({ id: z.string().regex(jobId) });
const word = z
  .object({
    text: z.string(),
    start: z.number(),
    end: z.number(),
    confidence: z.number().nullable().catch(null),
  })
  .nullable()
  .catch(null);
const jobState = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['queued', 'processing']) }),
  z.object({ status: z.literal('error') }),
  z.object({
    status: z.literal('completed'),
    // Null for a recording without speech.
    text: z.string().nullable(),
    words: z.array(word).nullish().catch(null),
    audio_url: z.string().nullish().catch(null),
    speech_model_used: z.string().nullish().catch(null),
  }),
]);
type CompletedJob = Extract<z.infer<typeof jobState>, { status: 'completed' }>;

// A deleted job stays completed, with its contents replaced.
const deletedAudioUrl = 'http://deleted_by_user';

export function createAssemblyAI(settings: AssemblyAISettings, timing: SpeechTiming): Transcriber {
  const callWith =
    (timeoutMs: number, signal: AbortSignal | undefined): Call =>
    (send) =>
      callProvider(send, { timeoutMs, signal, secret: settings.apiKey });
  const transcriptsWith = (signal: AbortSignal | undefined): Transcripts =>
    new Transcripts(settings, callWith(timing.callTimeoutMs, signal));

  async function start({ load }: SpeechAudio, signal: AbortSignal): Promise<string> {
    const audio = new Blob([await load()]);
    const files = new Files(settings, callWith(timing.audioTimeoutMs, signal));
    const audioUrl = requireShape(uploaded, await files.upload(audio));
    signal.throwIfAborted();
    // The signal does not abort this, because an accepted job whose id is lost would be paid for twice.
    const answer = await transcriptsWith(undefined).submit({
      audio_url: audioUrl,
      language_code: 'es',
      speech_models: [...settings.models],
    });
    return requireShape(submitted, answer).id;
  }

  async function follow(job: string, signal: AbortSignal): Promise<Transcription> {
    const transcripts = transcriptsWith(signal);
    for (;;) {
      const answer: unknown = await transcripts.get(job);
      const state = requireShape(jobState, answer);
      switch (state.status) {
        case 'completed':
          return toJobResult(state);
        case 'error':
          throw jobError(toShownMessage(getErrorField(answer) ?? '', settings.apiKey));
        case 'queued':
        case 'processing':
          await setTimeout(timing.pollIntervalMs, undefined, { signal });
      }
    }
  }

  /** Returns null if the provider does not know the job, which belongs to another account or is too old. */
  async function resume(job: string, signal: AbortSignal): Promise<Transcription | null> {
    if (!jobId.test(job)) return null;
    try {
      return await follow(job, signal);
    } catch (error) {
      if (error instanceof SpeechError && (error.status === 404 || error.status === 400)) return null;
      throw error;
    }
  }

  async function attempt(audio: SpeechAudio, { job, onJob }: TranscribeOptions, signal: AbortSignal) {
    const resumed = job === null ? null : await resume(job, signal);
    if (resumed) return resumed;
    const started = await start(audio, signal);
    await onJob(started);
    return follow(started, signal);
  }

  return {
    name: 'assemblyai',
    transcribe: (audio, options) => {
      const timeoutMs = timing.totalTimeoutMs;
      return abortOnTimeout(
        { timeoutMs, signal: options.signal, expire: () => stalledError(timeoutMs) },
        (signal) => attempt(audio, options, signal),
      );
    },
    delete: async (job, signal) => {
      if (!jobId.test(job)) return;
      try {
        await transcriptsWith(signal).delete(job);
      } catch (error) {
        if (!isUnknownJob(error)) throw error;
      }
    },
  };
}

/** A job that still runs is refused with 400, too. */
const isUnknownJob = (error: unknown): boolean =>
  error instanceof SpeechError &&
  (error.status === 404 || (error.status === 400 && error.message.includes('not found')));

function toJobResult({ text, words, audio_url, speech_model_used }: CompletedJob): Transcription {
  if (audio_url === deletedAudioUrl) {
    throw new SpeechError('http', 'The transcription service has already deleted this audio', {
      status: 404,
    });
  }
  const heard = words?.filter((word) => word !== null) ?? [];
  return toTranscription({
    text: text ?? '',
    words: heard.map(({ text, start, end, confidence }) => ({
      text,
      startMs: start,
      endMs: end,
      confidence,
    })),
    engine: 'assemblyai',
    model: speech_model_used ?? null,
  });
}
