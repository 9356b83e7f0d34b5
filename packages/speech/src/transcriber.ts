import type { TranscriptWord } from '@relato/contract';

/** What a provider heard, whoever it is. `error` is a failure of this audio: asking again would not help. */
export type Transcription =
  | {
      readonly status: 'completed';
      readonly text: string;
      readonly words: readonly TranscriptWord[] | null;
      readonly error: null;
    }
  | { readonly status: 'error'; readonly text: ''; readonly words: null; readonly error: string };

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
 * One attempt may end at any moment, the process with it; the next one goes on from `job`. Failures that are not a
 * result are thrown as SpeechError, which says whether and when to try again. Nothing is tried again in here.
 */
export interface Transcriber {
  readonly name: 'assemblyai' | 'openai' | 'none';
  /** Throws SpeechError, the reason of `signal`, and TRANSCRIPTION_OFF where the name is `none`. */
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
