import { limits } from '@relato/contract/limits';
import { fetchWithTimeout } from '../../../lib/calls/fetch-with-timeout.ts';
import { clipText } from '../../../messages/stories/clip.ts';
import type { ClipPicture } from './clip-frames.ts';
import { toFrameTimes, type ClipPlan } from './plan-clip.ts';

/** What the worker makes a video of. */
export interface ClipTask {
  readonly picture: ClipPicture;
  /** When the picture changes, in milliseconds. */
  readonly frames: readonly number[];
  readonly durationMs: number;
  /** One channel. */
  readonly sound: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
}

export type ClipAnswer =
  | { readonly kind: 'progress'; readonly ratio: number }
  | { readonly kind: 'done'; readonly video: ArrayBuffer }
  | { readonly kind: 'failed'; readonly reason: string };

const sampleRate = 48_000;
/** The sound of a part begins and ends in the middle of a wave, which would click. */
const fadeMs = 15;

interface ClipSource {
  readonly audioUrl: string;
  readonly plan: ClipPlan;
  readonly picture: ClipPicture;
  readonly signal: AbortSignal;
  /** Called with a number from 0 to 1. */
  readonly onProgress: (ratio: number) => void;
}

/**
 * Makes an MP4 of a part of a story, on this device: only the recording is fetched, nothing is sent. Rejects if the recording
 * does not come, if the browser cannot read or encode it, and with an `AbortError`.
 */
export async function makeClip({ audioUrl, plan, picture, signal, onProgress }: ClipSource): Promise<File> {
  const sound = await loadSound(audioUrl, plan, signal);
  const worker = new Worker(new URL('clip-worker.ts', import.meta.url), { type: 'module' });
  try {
    const task: ClipTask = {
      picture,
      frames: toFrameTimes(plan),
      durationMs: plan.durationMs,
      sound,
      sampleRate,
    };
    const video = await run(worker, task, { signal, onProgress });
    return new File([video], clipText.fileName, { type: 'video/mp4' });
  } finally {
    worker.terminate();
  }
}

function run(
  worker: Worker,
  task: ClipTask,
  { signal, onProgress }: Pick<ClipSource, 'signal' | 'onProgress'>,
): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.addEventListener('message', ({ data }: MessageEvent<ClipAnswer>) => {
      if (data.kind === 'progress') onProgress(data.ratio);
      else if (data.kind === 'done') resolve(data.video);
      else reject(new Error(data.reason));
    });
    worker.postMessage(task, [task.sound.buffer]);
  });
}

/** Loads the sound of a part, as one channel. */
async function loadSound(
  audioUrl: string,
  { startMs, durationMs }: ClipPlan,
  signal: AbortSignal,
): Promise<Float32Array<ArrayBuffer>> {
  const response = await fetchWithTimeout(audioUrl, { signal, timeoutMs: limits.clip.loadTimeoutMs });
  if (!response.ok) throw new Error(`The recording could not be loaded: ${response.status}`);
  // The context only says to which rate it is decoded.
  const context = new OfflineAudioContext(1, 1, sampleRate);
  const decoded = await context.decodeAudioData(await response.arrayBuffer());
  signal.throwIfAborted();
  const toSample = (ms: number): number => Math.round((ms / 1_000) * sampleRate);
  const sound = new Float32Array(toSample(durationMs));
  for (let channel = 0; channel < decoded.numberOfChannels; channel += 1) {
    const part = decoded.getChannelData(channel).subarray(toSample(startMs), toSample(startMs + durationMs));
    for (const [index, value] of part.entries())
      sound[index] = (sound[index] ?? 0) + value / decoded.numberOfChannels;
  }
  fade(sound, toSample(fadeMs));
  return sound;
}

function fade(sound: Float32Array, length: number): void {
  for (let index = 0; index < Math.min(length, sound.length / 2); index += 1) {
    const end = sound.length - 1 - index;
    sound[index] = (sound[index] ?? 0) * (index / length);
    sound[end] = (sound[end] ?? 0) * (index / length);
  }
}
