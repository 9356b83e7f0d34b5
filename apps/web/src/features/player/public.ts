import type { StorySummary } from '@relato/contract/stories/types';

// The exports for other features; apps/web/layers.json lists the features that may import them.
/**
 * Removes stories that the listener no longer wants to hear from the queue, which loads with the first play, and stops the
 * current story if it is one of them.
 */
export const stopHearing = (isUnwanted: (story: StorySummary) => boolean): void =>
  void import('./queue/app-queue.ts').then(
    ({ queue }) => queue.removeAll(isUnwanted),
    // A queue that cannot be loaded is empty.
    () => {},
  );
export { player } from './app-player.ts';
export { followHeard } from './follow-heard.ts';
export { MiniWaveform } from './waveform/mini-waveform.tsx';
export { OpenedPlayButton, PlayButton } from './controls/play-button.tsx';
export { endSeconds, getDuration, getKind, getPosition, wantsToPlay, type Track } from './player-state.ts';
export type { Player } from './player.ts';
export { setSilentPlace } from './silent-place.ts';
export { SpeedButton } from './controls/speed-button.tsx';
export { TimeReadout } from './controls/time-readout.tsx';
export { TrackPlayer } from './controls/track-player.tsx';
export { useDuration, usePlayer, usePosition } from './use-player.ts';
export { useListedTracks } from './queue/listed-tracks.ts';
export { toStoryTrack, toTrack, useStoryTrack } from './use-story-track.ts';
export { Waveform } from './waveform/waveform.tsx';
