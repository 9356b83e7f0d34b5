import type { Playback, PlaybackError } from './player-state.ts';

/** `gone`: deleted, or no longer accessible to this listener. */
type PlaybackFailure = PlaybackError | 'gone';

/**
 * Finds out why a source could not be played. Browsers report an unreachable or missing file as "not supported"; the
 * server's answer for our own addresses tells these cases apart.
 */
export async function findFailure(
  error: PlaybackError,
  src: string,
  ask: (src: string) => Promise<{ readonly ok: boolean; readonly status: number }>,
): Promise<PlaybackFailure> {
  if (src.startsWith('blob:') || (error !== 'unsupported' && error !== 'network')) return error;
  try {
    const { ok, status } = await ask(src);
    if (status === 404) return 'gone';
    return ok ? error : 'network';
  } catch {
    return 'network';
  }
}

/**
 * Returns whether the listener has dealt with the failure of a track meanwhile: tried again, or stopped. Another track may be
 * the next of the queue, which skips a missing story, so the failure is still explained.
 */
export const isSettled = (playback: Playback, trackId: string): boolean =>
  playback.kind === 'idle' || (playback.kind !== 'failed' && playback.track.id === trackId);
