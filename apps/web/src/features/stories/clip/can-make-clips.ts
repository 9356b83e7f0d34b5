/** Returns whether this browser encodes video. Others share the sentence as a picture. */
export const canMakeClips = (): boolean =>
  'VideoEncoder' in window && 'AudioData' in window && 'OffscreenCanvas' in window;
