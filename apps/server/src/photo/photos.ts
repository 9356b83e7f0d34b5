import type { Photos, RemadePhoto } from '@relato/api';
import { DomainError } from '@relato/contract';
import { createFairQueue } from '@relato/contract/fair-queue';
import { createThread } from '../threads/thread.ts';
import { unreadable } from './remake-photo.ts';

/** Each takes a third of a second of a processor. Who waits longer has gone. */
const queue = { maxAtOnce: 1, maxWaiting: 20, maxWaitMs: 8_000 } as const;

/** Creates what writes the pictures of users anew: in a thread of its own, in turns of those who send them. */
export function createPhotos(): Photos {
  const remake = createThread<RemadePhoto | null>(new URL('photo-thread.ts', import.meta.url));
  const turns = createFairQueue(queue);
  return {
    remake: async (image, parties) => {
      try {
        return await turns.run(parties, () => remake(image));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        // The picture ended the thread: the next one has an engine of its own.
        if (error.message === unreadable) return null;
        // A busy machine did not get to it in time, or the picture takes too long.
        throw error.name === 'AbortError' ? new DomainError('UNAVAILABLE') : error;
      }
    },
  };
}
