import { setHandler } from '../media-session.ts';
import type { Queue } from './queue.ts';

/**
 * Shows the buttons for the next and the previous story on the lock screen. They replace the skip buttons, so they show only
 * if stories follow each other.
 */
export function syncMediaButtons(
  queue: Pick<Queue, 'getView' | 'subscribe' | 'playNext' | 'playPrevious'>,
): void {
  if (!('mediaSession' in navigator)) return;
  const session = navigator.mediaSession;
  let isShown = false;
  const show = () => {
    const { playsNext, upcoming } = queue.getView();
    const isWanted = playsNext === true && upcoming.length > 0;
    if (isWanted === isShown) return;
    isShown = isWanted;
    setHandler(session, 'nexttrack', isWanted ? queue.playNext : null);
    setHandler(session, 'previoustrack', isWanted ? queue.playPrevious : null);
  };
  queue.subscribe(show);
  show();
}
