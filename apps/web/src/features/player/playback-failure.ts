import type { PlaybackError } from './player-state.ts';

/** `gone`: deleted, or no longer for this listener to hear. */
type PlaybackFailure = PlaybackError | 'gone';

/**
 * Why a source could not be played. A browser calls one "not supported" that it cannot reach, or that is no longer
 * there; what a server answers for our own addresses tells these apart.
 */
export async function findFailure(
  error: PlaybackError,
  src: string,
  ask: (src: string) => Promise<{ readonly ok: boolean; readonly status: number }>,
): Promise<PlaybackFailure> {
  if (!src.startsWith('/') || (error !== 'unsupported' && error !== 'network')) return error;
  try {
    const { ok, status } = await ask(src);
    if (status === 404) return 'gone';
    return ok ? error : 'network';
  } catch {
    return 'network';
  }
}
