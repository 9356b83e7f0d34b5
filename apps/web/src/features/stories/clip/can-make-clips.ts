let isRefused = false;

/** Remembers that this browser encodes no such video, until the page is loaded again. */
export const refuseClips = (): void => void (isRefused = true);

/** Returns whether this browser has a video encoder; `ClipClient.probe` tells which sizes it supports. */
export const canMakeClips = (): boolean =>
  !isRefused && 'VideoEncoder' in window && 'OffscreenCanvas' in window;
