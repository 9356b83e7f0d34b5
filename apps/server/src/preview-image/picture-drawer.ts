import { createThread, type ThreadLimits } from '../threads/thread.ts';
import type { Picture } from './picture.ts';

/** Resolves with a PNG. */
export type DrawPicture = (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>;

/** Creates a function that draws pictures one after another in a thread of its own. */
export const createDrawer = (threadLimits?: ThreadLimits): DrawPicture =>
  createThread(new URL('picture-thread.ts', import.meta.url), threadLimits);
