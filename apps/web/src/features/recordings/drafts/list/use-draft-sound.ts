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
  /** Reads the sound from this browser. Resolves to null, and says so, if it is not there. */
  readonly open: () => Promise<OpenedSound | null>;
}

const { artist, unreadable } = draftsText.list;

/** The sound of a draft, read when it is wanted first; its address is revoked when the item is gone. */
export function useDraftSound({ id, mimeType, durationMs }: Draft, title: string): DraftSound {
  const [opened, setOpened] = useState<OpenedSound | null>(null);
  const latest = useRef<OpenedSound | null>(null);
  useEffect(
    () => () => {
      if (!latest.current) return;
      player.forget(latest.current.track.id);
      URL.revokeObjectURL(latest.current.track.src);
      latest.current = null;
    },
    [],
  );
  const open = async () => {
    if (latest.current) return latest.current;
    try {
      const [{ drafts }, { preparePlayback }] = await Promise.all([
        import('../store/drafts.ts'),
        import('../../review/playback.ts'),
      ]);
      const sound = new Blob(await drafts.readChunks(id), { type: mimeType });
      if (sound.size === 0) throw new Error('no sound');
      const { src, fileName } = await preparePlayback(sound);
      const track = { id, src, durationSeconds: durationMs / 1000, title, artist };
      latest.current = { track, fileName };
      setOpened(latest.current);
      return latest.current;
    } catch (error) {
      console.warn('The sound of a draft could not be read', error);
      showToast({ ...unreadable, tone: 'destructive' });
      return null;
    }
  };
  return { track: opened?.track ?? null, open };
}
