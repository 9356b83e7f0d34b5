import { limits } from '@relato/contract/limits';
import { onceOverdue } from '../once-overdue.ts';

/** A worker reports its progress from 0 to 1, or why it failed. Any other kind is its answer. */
export type WorkerReport =
  | { readonly kind: 'progress'; readonly ratio: number }
  | { readonly kind: 'failed'; readonly reason: string };

interface AskOptions {
  /** Ends the wait; the worker continues until it is terminated. */
  readonly signal: AbortSignal;
  /** The objects of the request that move to the worker. */
  readonly transfer?: Transferable[];
  readonly onProgress?: ((ratio: number) => void) | undefined;
}

const halfTimeoutMs = limits.worker.silenceTimeoutMs / 2;

/** Resolves with the answer of a worker. Rejects if it fails, or if it is silent for so long that it must have died. */
export function askWorker<Answer extends { readonly kind: string }>(
  worker: Worker,
  request: unknown,
  { signal, transfer = [], onProgress }: AskOptions,
): Promise<Answer> {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  let stop: (() => void) | undefined;
  return new Promise<Answer>((resolve, reject) => {
    const wait = () => {
      stop?.();
      // A sleep of the phone ends only one half, so that the worker, which slept too, has the other one to go on.
      stop = onceOverdue(halfTimeoutMs, () => {
        stop = onceOverdue(halfTimeoutMs, () => reject(new Error('The worker is silent')));
      });
    };
    const hear = ({ data }: MessageEvent<Answer | WorkerReport>) => {
      wait();
      if (isFailure(data)) reject(new Error(data.reason));
      else if (isProgress(data)) onProgress?.(data.ratio);
      else resolve(data);
    };
    worker.addEventListener('message', hear, options);
    for (const type of ['error', 'messageerror'] as const)
      worker.addEventListener(type, () => reject(new Error('The worker failed')), options);
    signal.addEventListener('abort', () => reject(signal.reason as Error), options);
    wait();
    worker.postMessage(request, transfer);
  }).finally(() => {
    stop?.();
    listening.abort();
  });
}

type Heard = { readonly kind: string };

const isFailure = (heard: Heard): heard is Extract<WorkerReport, { kind: 'failed' }> =>
  heard.kind === 'failed';
const isProgress = (heard: Heard): heard is Extract<WorkerReport, { kind: 'progress' }> =>
  heard.kind === 'progress';
