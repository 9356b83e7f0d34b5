import { useMemo } from 'react';
import { reviewText } from '../../../messages/review.ts';
import type { Track } from '../../player/public.ts';
import type { Take } from './review-state.ts';

/** The recording as the player takes it; null until it can be listened to. */
export function useRecordingTrack({ id, src, durationMs }: Take): Track | null {
  return useMemo(
    () => (src === null ? null : { id, src, durationSeconds: durationMs / 1000, ...reviewText.track }),
    [id, src, durationMs],
  );
}
