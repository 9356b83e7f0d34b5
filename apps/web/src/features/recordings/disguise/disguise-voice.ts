import { askWorker } from '../../../lib/workers/ask-worker.ts';
import { decodeVoice } from '../review/decode-voice.ts';
import type { Character } from './draw-voice.ts';

export interface DisguiseRequest {
  /** One channel, at the rate of the voice. */
  readonly samples: Float32Array<ArrayBuffer>;
  readonly character: Character;
}

export type DisguiseAnswer = { readonly kind: 'done'; readonly sound: Blob } | { readonly kind: 'silent' };

/** The recording contains no audible voice, or this browser cannot read it. */
export class NoVoiceError extends Error {
  override readonly name = 'NoVoiceError';
  readonly reason: 'silent' | 'unreadable';

  constructor(reason: 'silent' | 'unreadable', options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

interface DisguiseOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (ratio: number) => void;
}

/** Returns the recording with another voice and the same duration. Throws NoVoiceError. */
export async function disguiseVoice(
  sound: Blob,
  character: Character,
  { signal, onProgress }: DisguiseOptions,
): Promise<Blob> {
  const samples = await decodeVoice(sound).catch((error: unknown) => {
    throw new NoVoiceError('unreadable', { cause: error });
  });
  signal.throwIfAborted();
  const worker = new Worker(new URL('disguise-worker.ts', import.meta.url), { type: 'module' });
  try {
    const request: DisguiseRequest = { samples, character };
    const answer = await askWorker<DisguiseAnswer>(worker, request, {
      signal,
      onProgress,
      transfer: [samples.buffer],
    });
    if (answer.kind === 'silent') throw new NoVoiceError('silent');
    return answer.sound;
  } finally {
    worker.terminate();
  }
}
