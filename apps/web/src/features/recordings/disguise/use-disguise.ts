import { useEffect, useRef, useState } from 'react';
import { disguiseText } from '../../../messages/recordings/disguise.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { player } from '../../player/public.ts';
import type { Recorder } from '../recorder.ts';
import { disguiseVoice, NoVoiceError } from './disguise-voice.ts';
import type { Character } from './draw-voice.ts';
import { type Disguise, toFailure } from './replace-by-disguise.ts';

export type Disguising =
  | { readonly step: 'choosing' }
  | { readonly step: 'working'; readonly character: Character; readonly ratio: number }
  /** `src` is a `blob:` address for the preview. */
  | { readonly step: 'made' | 'storing'; readonly disguise: Disguise; readonly src: string }
  | { readonly step: 'failed'; readonly failure: keyof typeof disguiseText.failures };

interface DisguiseControls {
  readonly disguising: Disguising;
  /** Makes a preview with this character. Each call draws another voice. */
  readonly make: (character: Character) => void;
  /** Replaces the recording by the preview. */
  readonly use: () => void;
}

/** Controls the sheet. It holds back the upload, and closing it leaves the recording unchanged. */
export function useDisguise(
  getRecorder: () => Recorder | null,
  previewId: string,
  onClose: () => void,
): DisguiseControls {
  const [disguising, setDisguising] = useState<Disguising>({ step: 'choosing' });
  const working = useRef<AbortController | null>(null);
  const preview = useRef<string | null>(null);

  const clear = () => {
    working.current?.abort();
    player.forget(previewId);
    if (preview.current !== null) URL.revokeObjectURL(preview.current);
    preview.current = null;
  };
  useEffect(() => {
    const goOn = getRecorder()?.holdDelivery();
    return () => {
      clear();
      goOn?.();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once: from the opening of the sheet to its end
  }, []);

  const make = async (character: Character): Promise<void> => {
    const sound = getRecorder()?.sound;
    if (!sound) return;
    clear();
    const ending = new AbortController();
    const { signal } = ending;
    working.current = ending;
    const work = (ratio: number) => setDisguising({ step: 'working', character, ratio });
    work(0);
    try {
      const disguise = {
        character,
        sound: await disguiseVoice(sound, character, { signal, onProgress: work }),
      };
      signal.throwIfAborted();
      preview.current = URL.createObjectURL(disguise.sound);
      setDisguising({ step: 'made', disguise, src: preview.current });
    } catch (error) {
      if (signal.aborted) return;
      console.warn('The voice could not be disguised', error);
      setDisguising({ step: 'failed', failure: error instanceof NoVoiceError ? error.reason : 'failed' });
    }
  };

  const use = async (): Promise<void> => {
    const recorder = getRecorder();
    if (!recorder || disguising.step !== 'made') return;
    player.forget(previewId);
    setDisguising({ ...disguising, step: 'storing' });
    try {
      const outcome = await recorder.disguise(disguising.disguise);
      showToast(disguiseText.used[outcome]);
      onClose();
    } catch (error) {
      console.warn('The disguise could not be stored', error);
      setDisguising({ step: 'failed', failure: toFailure(error) });
    }
  };

  return { disguising, make: (character) => void make(character), use: () => void use() };
}
