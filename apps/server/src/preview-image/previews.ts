import type { Previews } from '@relato/api';
import { createDrawer } from './picture-drawer.ts';
import { toPreview, toRevision } from './picture.ts';

/** Long, because these pictures are made by jobs that no request waits for, and a busy machine does everything else first. */
const patience = { timeLimitMs: 120_000, idleMs: 60_000 } as const;

/** Returns the functions that draw pictures in jobs. They draw like the routes, in a thread of their own. */
export function createPreviews(): Previews {
  const drawPicture = createDrawer(patience);
  return {
    toRevision: (story) => toRevision(toPreview(story)),
    draw: (story) => drawPicture(toPreview(story)),
  };
}
