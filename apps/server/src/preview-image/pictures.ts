import { DomainError } from '@relato/contract';
import { createFairQueue } from '@relato/contract/fair-queue';
import type { DrawPicture } from './picture-drawer.ts';
import { toRevision, type Picture } from './picture.ts';

/** The number of images in memory, of about 50 kB each, for messengers that request the same few at the same time. */
const maxInMemory = 100;
/** The number of images in the queue. Each takes some 50 ms of a processor, so that the last one waits for seconds. */
const maxWaiting = 30;

type Image = Uint8Array<ArrayBuffer>;

interface PictureRequest {
  /** The network of the request, and the author of the picture. */
  readonly parties: readonly string[];
  /** Resolves with the stored image, or with null. */
  readonly readKept?: () => Promise<Image | null>;
}

export interface Pictures {
  /** Resolves with a PNG, or with null if the queue is full. */
  readonly draw: (picture: Picture, request: PictureRequest) => Promise<Image | null>;
}

/**
 * Creates the service that reads stored pictures and draws the others, taking turns between the callers. The latest stay in
 * memory.
 */
export function createPictures(drawPicture: DrawPicture): Pictures {
  const turns = createFairQueue({ maxAtOnce: 1, maxWaiting });
  const inMemory = new Map<string, Promise<Image>>();

  function begin(key: string, picture: Picture, { parties, readKept }: PictureRequest): Promise<Image> {
    const image = (readKept?.() ?? Promise.resolve(null)).then(
      (kept) => kept ?? turns.run(parties, () => drawPicture(picture)),
    );
    inMemory.set(key, image);
    image.catch(() => inMemory.delete(key));
    return image;
  }

  return {
    draw: async (picture, request) => {
      const key = toRevision(picture);
      for (;;) {
        const known = inMemory.get(key);
        const image = known ?? begin(key, picture, request);
        // The map keeps the order of the last use.
        if (inMemory.delete(key)) inMemory.set(key, image);
        const [oldest] = inMemory.keys();
        if (oldest !== undefined && inMemory.size > maxInMemory) inMemory.delete(oldest);
        try {
          return await image;
        } catch (error) {
          const isGivenUp = error instanceof DomainError && error.code === 'UNAVAILABLE';
          // The queue dropped the picture because of its first caller, who asked for too much. This caller has a turn of
          // their own.
          if (isGivenUp && known) continue;
          // A busy machine did not draw the picture in time, so the answer is that of a full queue.
          if (isGivenUp || (error instanceof Error && error.name === 'AbortError')) return null;
          throw error;
        }
      }
    },
  };
}
