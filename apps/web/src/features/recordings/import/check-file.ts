import { limits } from '@relato/contract/limits';

/** The reasons why a file cannot become a recording. The texts of the codes are those of an inspection. */
export type ImportRefusal =
  | 'AUDIO_EMPTY'
  | 'AUDIO_TOO_BIG'
  | 'AUDIO_TOO_LONG'
  | 'AUDIO_NOT_AUDIO'
  | 'not-stored'
  | 'not-shared';

const { maxBytes, maxDurationMs, durationToleranceMs } = limits.recording;

/**
 * Returns why a file cannot be imported, before any of it is read; null if it may be. The server looks into its bytes
 * later. Some systems give no type.
 */
export function checkFile({ size, type }: Pick<File, 'size' | 'type'>): ImportRefusal | null {
  if (type !== '' && !/^(audio|video)\/|^application\/ogg$/.test(type)) return 'AUDIO_NOT_AUDIO';
  if (size === 0) return 'AUDIO_EMPTY';
  return size > maxBytes ? 'AUDIO_TOO_BIG' : null;
}

/** Returns whether sound is too long; a browser that cannot tell its duration (null) leaves that to the server. */
export const isTooLong = (durationMs: number | null): boolean =>
  durationMs !== null && durationMs > maxDurationMs + durationToleranceMs;
