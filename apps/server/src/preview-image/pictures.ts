import type { DrawPicture } from './drawer.ts';
import { toRevision, type Picture } from './picture.ts';

/** The number of images that are kept, of about 50 kB each: those that a few messengers ask for at the same time. */
const maxKept = 100;
/** The number of images that may wait. Each takes some 50 ms of a processor, so that the last one waits for seconds. */
const maxWaiting = 30;

export interface Pictures {
  /** Resolves with a PNG, or with null if too many wait to be drawn. */
  readonly draw: (picture: Picture) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/**
 * Creates a queue of pictures to draw, which keeps the latest in memory. They are not files, so that nothing has to be deleted
 * with a story or an account.
 */
export function createPictures(drawPicture: DrawPicture): Pictures {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let waiting = 0;

  async function drawCounted(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
    waiting += 1;
    try {
      return await drawPicture(picture);
    } finally {
      waiting -= 1;
    }
  }

  return {
    draw: async (picture) => {
      const key = toRevision(picture);
      const known = kept.get(key);
      if (!known && waiting >= maxWaiting) return null;
      kept.delete(key);
      const image = known ?? drawCounted(picture);
      // The map is in the order of the last use.
      kept.set(key, image);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size > maxKept) kept.delete(oldest);
      try {
        return await image;
      } catch (error) {
        kept.delete(key);
        // A busy machine did not draw it in time: refused as one that comes while too many wait.
        if (error instanceof Error && error.name === 'AbortError') return null;
        throw error;
      }
    },
  };
}
