import type { TranscriptWord } from '@relato/contract';

/** What a provider heard; an empty text where nobody speaks. */
export interface Transcription {
  readonly text: string;
  readonly words: readonly TranscriptWord[] | null;
}

export interface SpeechAudio {
  /** Of the true container; some servers choose their decoder by it. */
  readonly extension: 'webm' | 'mp4' | 'ogg' | 'mp3' | 'wav';
  /** Called only when the audio is really sent. */
  readonly load: () => Promise<Blob | Uint8Array<ArrayBuffer>>;
}

export interface TranscribeOptions {
  /** What an earlier attempt on this audio gave to `onJob`: it is asked for instead of being paid for again. */
  readonly job: string | null;
  /** Called as soon as a provider has accepted the audio as a job. Keep the id before returning. */
  readonly onJob: (job: string) => Promise<void>;
  /** Ends the attempt; `transcribe` rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * One attempt may end at any moment, the process with it; the next one goes on from `job`. Every failure is thrown as
 * SpeechError, which says what the trouble is and when to try again. Nothing is tried again in here.
 */
export interface Transcriber {
  readonly name: 'assemblyai' | 'openai' | 'none';
  /** Throws SpeechError and the reason of `signal`. */
  readonly transcribe: (audio: SpeechAudio, options: TranscribeOptions) => Promise<Transcription>;
  /** Has the provider forget a job and its audio; a job that it does not know is forgotten. Throws SpeechError. */
  readonly delete: (job: string, signal?: AbortSignal) => Promise<void>;
}

export interface SpeechTiming {
  readonly pollIntervalMs: number;
  readonly callTimeoutMs: number;
  readonly audioTimeoutMs: number;
  readonly totalTimeoutMs: number;
}
