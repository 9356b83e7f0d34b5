import { useEffect, useRef, useState } from 'react';
import { draftsText } from '../../../../messages/recordings/drafts.ts';
import { showToast } from '../../../../ui/toasts/toast-store.ts';
import { player, type Track } from '../../../player/public.ts';
import type { Draft } from '../store/draft-store.ts';

interface OpenedSound {
  readonly track: Track;
  /** The name of the file for a download. */
  readonly fileName: string;
}

interface DraftSound {
  /** Null until it was opened. */
  readonly track: Track | null;
  /**
   * Reads the sound from this browser. Resolves to null if the item was unmounted meanwhile, and, with an error on the screen,
   * if the sound is missing.
   */
  readonly open: () => Promise<OpenedSound | null>;
}

const { artist, notPlayed } = draftsText.list;

/** The sound of a draft, read on first use. Its address is revoked when the item unmounts. */
export function useDraftSound(draft: Draft, title: string): DraftSound {
  const [track, setTrack] = useState<Track | null>(null);
  /** Kept from the first use on, because a second tap may come before the sound is decoded. */
  const reading = useRef<ReturnType<typeof readSound> | null>(null);
  useEffect(
    () => () => {
      void reading.current?.then(release);
      reading.current = null;
    },
    [],
  );
  const open = async () => {
    reading.current ??= readSound(draft, title);
    const own = reading.current;
    const sound = await own;
    if (reading.current !== own) return null;
    if (typeof sound === 'string') {
      reading.current = null;
      showToast({ title: notPlayed, text: draftsText.unopened[sound], tone: 'destructive' });
      return null;
    }
    setTrack(sound.track);
    return sound;
  };
  return { track, open };
}

/** Never rejects. */
async function readSound(
  { id, mimeType, durationMs }: Draft,
  title: string,
): Promise<OpenedSound | 'gone' | 'unreadable'> {
  try {
    const [{ drafts }, { preparePlayback }] = await Promise.all([
      import('../store/drafts.ts'),
      import('../../review/playback.ts'),
    ]);
    const sound = new Blob(await drafts.readChunks(id), { type: mimeType });
    if (sound.size === 0) return 'gone';
    const { src, fileName } = await preparePlayback(sound);
    return { track: { id, src, durationSeconds: durationMs / 1000, title, artist }, fileName };
  } catch (error) {
    console.warn('The sound of a draft could not be read', error);
    return 'unreadable';
  }
}

function release(sound: Awaited<ReturnType<typeof readSound>>): void {
  if (typeof sound === 'string') return;
  player.forget(sound.track.id);
  URL.revokeObjectURL(sound.track.src);
}
