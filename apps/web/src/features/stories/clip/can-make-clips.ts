let isRefused = false;

/** Remembers until the next page load that this browser cannot encode the video. */
export const refuseClips = (): void => void (isRefused = true);

/** Returns whether this browser has a video encoder; `ClipClient.probe` tells which sizes it supports. */
export const canMakeClips = (): boolean =>
  !isRefused && 'VideoEncoder' in window && 'OffscreenCanvas' in window;
