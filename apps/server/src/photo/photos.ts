import type { Photos, RemadePhoto } from '@relato/api';
import { DomainError } from '@relato/contract';
import { createFairQueue } from '@relato/contract/fair-queue';
import { createThread } from '../threads/thread.ts';

/** Each takes a third of a second of a processor. */
const maxWaiting = 10;

/** Creates what writes the pictures of users anew: in a thread of its own, in turns of those who send them. */
export function createPhotos(): Photos {
  const remake = createThread<RemadePhoto | null>(new URL('photo-thread.ts', import.meta.url));
  const turns = createFairQueue({ maxAtOnce: 1, maxWaiting });
  return {
    remake: (image, owner) =>
      turns
        .run([owner.id], () => remake(image))
        .catch((error: unknown) => {
          // A busy machine did not get to it in time.
          throw error instanceof Error && error.name === 'AbortError'
            ? new DomainError('UNAVAILABLE')
            : error;
        }),
  };
}
