import type { Container, TranscriptWord } from '@relato/contract';

/** The result of a transcription. The text of a recording without speech is empty. */
export interface Transcription {
  readonly text: string;
  readonly words: readonly TranscriptWord[] | null;
  /** The transcriber of this result. */
  readonly engine: Engine;
  /** The model of this result by its name at the provider, or null if the provider does not name it. */
  readonly model: string | null;
  /** Whether the text may be wrong, because it does not look Spanish. */
  readonly isUnsure: boolean;
}

type Engine = 'assemblyai' | 'openai' | 'local';

export interface SpeechAudio {
  /** The extension of the true container, by which some servers choose their decoder. */
  readonly extension: Container;
  /** Called only if the audio is really sent. */
  readonly load: () => Promise<Blob | Uint8Array<ArrayBuffer>>;
  /** Decodes the audio to 16 kHz, one channel, −1 to 1. Only engines without a decoder call this. */
  readonly loadSamples: (signal?: AbortSignal) => Promise<Float32Array>;
}

export interface TranscribeOptions {
  /** The id that an earlier attempt passed to `onJob`. This attempt resumes that job instead of paying for another. */
  readonly job: string | null;
  /** Called as soon as a provider has accepted the audio as a job. Must store the id before it resolves. */
  readonly onJob: (job: string) => Promise<void>;
  /** Aborts the attempt, and `transcribe` throws its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Transcribes recordings. An attempt may be killed at any moment with its process, and the next one resumes from `job`.
 * Every failure is a SpeechError with the trouble and the time of the next attempt. A transcriber never retries by itself.
 */
export interface Transcriber {
  readonly name: Engine | 'none';
  /** Throws SpeechError, or the reason of `signal`. */
  readonly transcribe: (audio: SpeechAudio, options: TranscribeOptions) => Promise<Transcription>;
  /** Deletes a job and its audio at the provider. Ignores an unknown job. Throws SpeechError. */
  readonly delete: (job: string, signal?: AbortSignal) => Promise<void>;
  /** Ends the process that some transcribers keep. The next recording starts another. */
  readonly end?: () => void;
}

/** `callTimeoutMs` limits one small call, `audioTimeoutMs` one with audio, `totalTimeoutMs` a whole attempt. */
export interface SpeechTiming {
  readonly pollIntervalMs: number;
  readonly callTimeoutMs: number;
  readonly audioTimeoutMs: number;
  readonly totalTimeoutMs: number;
}
