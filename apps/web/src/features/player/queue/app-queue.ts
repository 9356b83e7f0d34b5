import { useSyncExternalStore } from 'react';
import { isFolded } from '../../../lib/folded-stories.ts';
import { readLocal, storeLocal } from '../../../lib/local-storage.ts';
import { onTabForgotten } from '../../../lib/tab-storage.ts';
import { player } from '../app-player.ts';
import { toStoryTrack } from '../use-story-track.ts';
import { findListed, getMutedWords, onListed } from './listed-tracks.ts';
import { syncMediaButtons } from './media-buttons.ts';
import { setQueueOpen } from './queue-sheet-store.ts';
import { createQueue, type QueueView } from './queue.ts';

const key = 'relato.plays-next';

export const queue = createQueue(player, {
  findListed: (id, wanted) => {
    const { name = null, stories = [], mutedWords = [] } = findListed(id, wanted) ?? {};
    const tracks = stories
      .filter((story) => story.id === id || !isFolded(mutedWords, story))
      .map(toStoryTrack);
    return { name, tracks };
  },
  loadMore: (id, name) => findListed(id, name)?.onMore(),
  playsNext: {
    read: () => {
      const stored = readLocal(key);
      return stored === 'yes' ? true : stored === 'no' ? false : null;
    },
    store: (playsNext) => void storeLocal(key, playsNext ? 'yes' : 'no'),
  },
});
onListed(() => {
  // A user who signs in while the queue plays may mute words.
  const mutedWords = getMutedWords();
  queue.leaveOut((story) => isFolded(mutedWords, story));
  queue.extend();
});
onTabForgotten(() => {
  queue.forget();
  setQueueOpen(false);
});
syncMediaButtons(queue);

export const useQueue = (): QueueView => useSyncExternalStore(queue.subscribe, queue.getView);
