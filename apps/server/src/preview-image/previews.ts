import type { Previews } from '@relato/api';
import type { DrawPicture } from './drawer.ts';
import { toPreview, toRevision } from './picture.ts';

/** Returns how the jobs draw the pictures that are kept: as the routes draw them. */
export const createPreviews = (drawPicture: DrawPicture): Previews => ({
  toRevision: (story) => toRevision(toPreview(story)),
  draw: (story) => drawPicture(toPreview(story)),
});
