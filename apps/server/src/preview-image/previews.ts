import type { Previews } from '@relato/api';
import { createDrawer } from './picture-drawer.ts';
import { toPreview, toRevision } from './picture.ts';

/** Long, because no request waits for a picture that is drawn to be kept, and a busy machine does everything else first. */
const patience = { timeLimitMs: 120_000, idleMs: 60_000 } as const;

/** Returns how the jobs draw the pictures that are kept: as the routes draw them, in a thread of their own. */
export function createPreviews(): Previews {
  const drawPicture = createDrawer(patience);
  return {
    toRevision: (story) => toRevision(toPreview(story)),
    draw: (story) => drawPicture(toPreview(story)),
  };
}
