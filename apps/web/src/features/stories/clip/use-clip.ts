import type { StorySummary } from '@relato/contract/stories/types';
import { useEffect, useRef, useState } from 'react';
import { clipText } from '../../../messages/stories/clip.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { ClipClient, ClipsUnsupportedError } from './clip-client.ts';
import { listBitmaps } from './clip-frames.ts';
import { clipSampleRate, cutSound, loadRecording, toSoundPeaks } from './clip-sound.ts';
import { clipSizes, drawClip, type ClipShape, type ClipStory } from './draw-clip.ts';
import { toFrameTimes, type ClipPlan } from './plan-clip.ts';

export type Making =
  | { readonly kind: 'idle' | 'unsupported' }
  /** The ratio is null while the recording loads. */
  | { readonly kind: 'working'; readonly ratio: number | null }
  | { readonly kind: 'done'; readonly file: File };

interface Wish {
  readonly shape: ClipShape;
  readonly plan: ClipPlan;
  /** The peaks are missing, because they are computed from the sound. */
  readonly about: Omit<ClipStory, 'peaks'>;
}

/** Makes videos of a story on this device. It only loads the recording, once, and sends nothing. Unmounting cancels it. */
export function useClip({ audioUrl, gainDb = 0 }: Pick<StorySummary, 'audioUrl' | 'gainDb'>) {
  const [making, setMaking] = useState<Making>({ kind: 'idle' });
  const working = useRef<AbortController | null>(null);
  const recording = useRef<Promise<AudioBuffer> | null>(null);
  useEffect(() => () => working.current?.abort(), []);

  const load = async (signal: AbortSignal): Promise<AudioBuffer> => {
    recording.current ??= loadRecording(audioUrl, signal);
    try {
      return await recording.current;
    } catch (error) {
      // The next attempt loads the recording again.
      recording.current = null;
      throw error;
    }
  };

  const cancel = () => {
    working.current?.abort();
    setMaking({ kind: 'idle' });
  };

  const make = async ({ shape, plan, about }: Wish): Promise<void> => {
    const ending = new AbortController();
    const { signal } = ending;
    working.current = ending;
    setMaking({ kind: 'working', ratio: null });
    const client = new ClipClient(signal);
    try {
      const scale = await client.probe(clipSizes[shape]);
      const sound = cutSound(await load(signal), plan, gainDb);
      const picture = await drawClip(shape, plan, { ...about, peaks: toSoundPeaks(sound) });
      signal.throwIfAborted();
      const { durationMs } = plan;
      const task = {
        scale,
        picture,
        frames: toFrameTimes(plan),
        durationMs,
        sound,
        sampleRate: clipSampleRate,
      };
      const video = await client.make(task, [sound.buffer, ...listBitmaps(picture)], (ratio) =>
        setMaking({ kind: 'working', ratio }),
      );
      setMaking({ kind: 'done', file: new File([video], clipText.fileName, { type: 'video/mp4' }) });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ClipsUnsupportedError) {
        // Only for now, because a busy device may fail to start the encoder that it has.
        setMaking({ kind: 'unsupported' });
        return;
      }
      console.warn('The video could not be made', error);
      setMaking({ kind: 'idle' });
      showToast({ title: clipText.errors.title, text: clipText.errors.text, tone: 'destructive' });
    } finally {
      client.end();
    }
  };

  return { making, make: (wish: Wish) => void make(wish), cancel };
}
