import { setHandler } from '../media-session.ts';
import type { Queue } from './queue.ts';

/**
 * Phones show either the buttons for the next and the previous track or the skip buttons: so these are there only for who wants
 * that one story follows another.
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
