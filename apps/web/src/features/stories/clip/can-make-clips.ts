/** Returns whether this browser has a video encoder at all; `ClipClient.probe` tells which sizes it encodes. */
export const canMakeClips = (): boolean => 'VideoEncoder' in window && 'OffscreenCanvas' in window;
