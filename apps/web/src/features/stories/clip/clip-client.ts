import { askWorker } from '../../../lib/workers/ask-worker.ts';
import type { ClipPicture } from './clip-frames.ts';

/** A message to the worker: `probe` asks whether it can encode a size, `make` starts a video. */
export type ClipRequest =
  | { readonly kind: 'probe'; readonly width: number; readonly height: number }
  | ({ readonly kind: 'make'; readonly scale: number } & ClipTask);

export interface ClipTask {
  readonly picture: ClipPicture;
  /** The times at which the picture changes, in milliseconds. */
  readonly frames: readonly number[];
  readonly durationMs: number;
  /** The samples of one channel. */
  readonly sound: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
}

export type ClipAnswer =
  | { readonly kind: 'able'; readonly scale: number | null }
  | { readonly kind: 'done'; readonly video: ArrayBuffer };

/** This browser cannot encode a video of this size or a smaller one. */
export class ClipsUnsupportedError extends Error {}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The page's end of the worker that makes videos. */
export class ClipClient {
  readonly #worker = new Worker(new URL('clip-worker.ts', import.meta.url), { type: 'module' });
  readonly #signal: AbortSignal;

  /** `signal` ends running tasks. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  end(): void {
    this.#worker.terminate();
  }

  /** Returns the scale at which this browser encodes a size. Rejects with a `ClipsUnsupportedError`. */
  async probe({ width, height }: Size): Promise<number> {
    const answer = await this.#ask({ kind: 'probe', width, height });
    if (answer.kind !== 'able' || answer.scale === null) throw new ClipsUnsupportedError();
    return answer.scale;
  }

  /** Makes an MP4. `transfer` moves the objects of the task to the worker; `onProgress` gets numbers from 0 to 1. */
  async make(
    task: ClipTask & { readonly scale: number },
    transfer: Transferable[],
    onProgress: (ratio: number) => void,
  ): Promise<ArrayBuffer> {
    const answer = await this.#ask({ kind: 'make', ...task }, { transfer, onProgress });
    if (answer.kind !== 'done') throw new Error('The worker made no video');
    return answer.video;
  }

  #ask(
    request: ClipRequest,
    rest: Omit<Parameters<typeof askWorker>[2], 'signal'> = {},
  ): Promise<ClipAnswer> {
    return askWorker(this.#worker, request, { ...rest, signal: this.#signal });
  }
}
