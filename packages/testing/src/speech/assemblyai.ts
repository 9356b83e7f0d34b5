import { randomUUID } from 'node:crypto';
import {
  type Loopback,
  type LoopbackAnswer,
  type LoopbackRequest,
  startLoopback,
} from '../network/loopback.ts';
import { measureDurationMs } from './measure-duration.ts';
import { defaultTranscript, speakWords, type SpokenWord } from './spoken-words.ts';

type Step = 'upload' | 'submit' | 'poll' | 'delete';

export interface FakeAssemblyAIOptions {
  readonly port?: number;
  readonly apiKey?: string;
  /** The transcript of every recording. */
  readonly transcript?: string;
  /** Returns the words of the recording that was just submitted, or null for the usual transcript. */
  readonly hear?: () => readonly SpokenWord[] | null;
  /** The duration of every recording. By default the bytes are measured, and jobs without audio fail. */
  readonly durationMs?: number;
  /** The number of polls until a job is done. It is queued for the first half and processing for the rest. */
  readonly pollsUntilDone?: number;
  /** The duration of a job, which replaces the number of polls. */
  readonly processingMs?: number;
}

/** A job, which is one line of the provider's bill. */
export interface FakeJob {
  readonly id: string;
  readonly audioUrl: string;
  readonly audio: Buffer<ArrayBuffer>;
  /** The body of the request. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly transcript: string;
  readonly words: readonly SpokenWord[];
  readonly failure: string | null;
  polls: number;
  deleted: boolean;
}

export interface FakeAssemblyAI extends Loopback<Step> {
  readonly apiKey: string;
  readonly jobs: FakeJob[];
  /** Sets the transcript of later recordings. */
  readonly setTranscript: (transcript: string) => void;
}

// The minimum duration that the real API accepts.
const shortestMs = 160;

/** Starts a fake of api.assemblyai.com: upload, submit, poll and delete, with jobs that are queued, processing and done. */
export async function startFakeAssemblyAI(options: FakeAssemblyAIOptions = {}): Promise<FakeAssemblyAI> {
  const apiKey = options.apiKey ?? 'fake-assemblyai-key';
  const uploads = new Map<string, Buffer<ArrayBuffer>>();
  const jobs: FakeJob[] = [];
  let transcript = options.transcript ?? defaultTranscript;

  function upload(body: Buffer<ArrayBuffer>): LoopbackAnswer {
    if (body.length === 0) return refuse(400, 'Upload failed, please try again.');
    const url = `https://cdn.assemblyai.invalid/upload/${randomUUID()}`;
    uploads.set(url, body);
    return { body: { upload_url: url } };
  }

  async function submit(body: Buffer<ArrayBuffer>): Promise<LoopbackAnswer> {
    const params = toObject(body);
    const { audio_url: audioUrl, speech_models: models } = params;
    if (typeof audioUrl !== 'string') return refuse(400, '"audio_url" should be a string');
    if (!Array.isArray(models) || models.length === 0)
      return refuse(400, '"speech_models" must be a non-empty list');
    const audio = uploads.get(audioUrl) ?? Buffer.alloc(0);
    const durationMs = options.durationMs ?? (await measureDurationMs(audio));
    const heard = options.hear?.() ?? null;
    const job: FakeJob = {
      id: randomUUID(),
      audioUrl,
      audio,
      params,
      startedAt: Date.now(),
      durationMs: durationMs ?? 0,
      transcript: heard === null ? transcript : heard.map(({ text }) => text).join(' '),
      words: heard ?? speakWords(transcript, durationMs ?? 0),
      failure: toFailure(uploads.has(audioUrl), durationMs),
      polls: 0,
      deleted: false,
    };
    jobs.push(job);
    return { body: { ...toTranscript(job), status: 'queued' } };
  }

  function stateOf({ startedAt, polls, failure }: FakeJob): 'queued' | 'processing' | 'completed' | 'error' {
    const { processingMs, pollsUntilDone = 2 } = options;
    const [spent, all] =
      processingMs === undefined ? [polls - 1, pollsUntilDone] : [Date.now() - startedAt, processingMs];
    if (spent >= all) return failure === null ? 'completed' : 'error';
    return spent < all / 2 ? 'queued' : 'processing';
  }

  async function answer({ step, path, headers, body }: LoopbackRequest<Step>): Promise<LoopbackAnswer> {
    if (headers.authorization !== apiKey)
      return refuse(401, 'Authentication error, API token missing/invalid');
    if (step === null) return refuse(404, 'Not found');
    if (step === 'upload') return upload(body);
    if (step === 'submit') return submit(body);
    const job = jobs.find(({ id }) => path.endsWith(`/${id}`));
    if (!job) return refuse(400, 'Transcript lookup error, transcript id not found');
    if (step === 'delete') {
      job.deleted = true;
      uploads.delete(job.audioUrl);
      return { body: toTranscript(job) };
    }
    job.polls += 1;
    const status = stateOf(job);
    if (job.deleted || status === 'completed') return { body: toTranscript(job) };
    return { body: { ...toPending(job), status, ...(status === 'error' ? { error: job.failure } : {}) } };
  }

  const server = await startLoopback<Step>({ port: options.port, toStep, answer });
  return {
    ...server,
    apiKey,
    jobs,
    setTranscript: (text) => {
      transcript = text;
    },
  };
}

function toStep(method: string, path: string): Step | null {
  if (method === 'POST' && path === '/v2/upload') return 'upload';
  if (method === 'POST' && path === '/v2/transcript') return 'submit';
  if (!path.startsWith('/v2/transcript/')) return null;
  return method === 'GET' ? 'poll' : method === 'DELETE' ? 'delete' : null;
}

const refuse = (status: number, error: string): LoopbackAnswer => ({ status, body: { error } });

function toFailure(isUploaded: boolean, durationMs: number | null): string | null {
  if (!isUploaded) return 'Download error, unable to download the audio file.';
  if (durationMs === null) return 'Transcoding failed. File does not appear to contain audio.';
  return durationMs < shortestMs
    ? `Audio duration is too short. Minimum audio duration is ${shortestMs}ms.`
    : null;
}

const toPending = ({ id, audioUrl, params }: FakeJob) => ({
  id,
  audio_url: audioUrl,
  language_code: params.language_code ?? 'en_us',
  text: null,
  words: null,
  confidence: null,
  audio_duration: null,
  error: null,
});

/** Returns a transcript like the API: times in milliseconds, the duration in whole seconds. A deleted one has no contents. */
function toTranscript(job: FakeJob) {
  const { durationMs, transcript, words, deleted } = job;
  if (deleted) {
    return {
      ...toPending(job),
      status: 'completed',
      text: 'Deleted by user.',
      audio_url: 'http://deleted_by_user',
    };
  }
  return {
    ...toPending(job),
    status: 'completed',
    text: transcript,
    confidence: 0.93,
    audio_duration: Math.round(durationMs / 1000),
    words: words.map(({ text, startMs, endMs, confidence }) => ({
      text,
      start: startMs,
      end: endMs,
      confidence,
      speaker: null,
    })),
  };
}

function toObject(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
