import { useSyncExternalStore } from 'react';
import { readLocal, storeLocal } from '../../../lib/local-storage.ts';
import { onTabForgotten } from '../../../lib/tab-storage.ts';
import { player } from '../app-player.ts';
import { findListed, loadMore, onListed } from './listed-tracks.ts';
import { syncMediaButtons } from './media-buttons.ts';
import { createQueue, type QueueView } from './queue.ts';

const key = 'relato.plays-next';

/** What the app plays next. */
export const queue = createQueue(player, {
  findListed,
  loadMore,
  playsNext: {
    read: () => {
      const stored = readLocal(key);
      return stored === 'yes' ? true : stored === 'no' ? false : null;
    },
    store: (playsNext) => void storeLocal(key, playsNext ? 'yes' : 'no'),
  },
});
onListed(queue.extend);
onTabForgotten(queue.forget);
syncMediaButtons(queue);

export const useQueue = (): QueueView => useSyncExternalStore(queue.subscribe, queue.getView);
