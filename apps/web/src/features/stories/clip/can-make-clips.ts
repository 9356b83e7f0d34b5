let isRefused = false;

/** Remembers that this browser encodes no such video, until the page is loaded again. */
export const refuseClips = (): void => void (isRefused = true);

/** Returns whether this browser may encode video; what it encodes, it says when it is asked to. Others share the sentence as a picture. */
export const canMakeClips = (): boolean =>
  !isRefused && 'VideoEncoder' in window && 'OffscreenCanvas' in window;
