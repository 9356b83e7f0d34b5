import type { Photos, RemadePhoto } from '@relato/api';
import { DomainError } from '@relato/contract';
import { createFairQueue } from '@relato/contract/fair-queue';
import { createThread } from '../threads/thread.ts';
import { unreadable } from './remake-photo.ts';

/** Each picture takes a third of a second of a processor. A caller who would wait longer has left. */
const queue = { maxAtOnce: 1, maxWaiting: 20, maxWaitMs: 8_000 } as const;

/** Creates the service that rewrites the pictures of users in a thread of its own, taking turns between the senders. */
export function createPhotos(): Photos {
  const remake = createThread<RemadePhoto | null>(new URL('photo-thread.ts', import.meta.url));
  const turns = createFairQueue(queue);
  return {
    remake: async (image, parties) => {
      try {
        return await turns.run(parties, () => remake(image));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        // The picture ended the thread, and the next thread has a new engine.
        if (error.message === unreadable) return null;
        // The machine was too busy, or the picture takes too long.
        throw error.name === 'AbortError' ? new DomainError('UNAVAILABLE') : error;
      }
    },
  };
}
