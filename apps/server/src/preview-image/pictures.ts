import { DomainError } from '@relato/contract';
import { createFairQueue } from '@relato/contract/fair-queue';
import type { DrawPicture } from './picture-drawer.ts';
import { toRevision, type Picture } from './picture.ts';

/** The number of images that are kept in memory, of about 50 kB each: those that a few messengers ask for at the same time. */
const maxInMemory = 100;
/** The number of images that may wait. Each takes some 50 ms of a processor, so that the last one waits for seconds. */
const maxWaiting = 30;

type Image = Uint8Array<ArrayBuffer>;

interface PictureRequest {
  /** The network that asks, and the author of what it asks for. */
  readonly parties: readonly string[];
  /** Resolves with the image as it was kept, or with null. */
  readonly readKept?: () => Promise<Image | null>;
}

export interface Pictures {
  /** Resolves with a PNG, or with null if too many wait to be drawn. */
  readonly draw: (picture: Picture, request: PictureRequest) => Promise<Image | null>;
}

/** Creates what reads pictures that were kept and draws the others, in turns of those who ask. The latest stay in memory. */
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
        // The map is in the order of the last use.
        if (inMemory.delete(key)) inMemory.set(key, image);
        const [oldest] = inMemory.keys();
        if (oldest !== undefined && inMemory.size > maxInMemory) inMemory.delete(oldest);
        try {
          return await image;
        } catch (error) {
          const isGivenUp = error instanceof DomainError && error.code === 'UNAVAILABLE';
          // It was given up for the one who asked first, who asks for too much. This caller has a turn of their own.
          if (isGivenUp && known) continue;
          // A busy machine did not draw it in time: refused as one that comes while too many wait.
          if (isGivenUp || (error instanceof Error && error.name === 'AbortError')) return null;
          throw error;
        }
      }
    },
  };
}
