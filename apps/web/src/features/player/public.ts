// The exports for other features; apps/web/layers.json lists the features that may import them.
/** Removes what the listener has muted from the queue, which loads with the first play. */
export const stopHearing = async ({
  kind,
  id,
}: {
  readonly kind: string;
  readonly id: string;
}): Promise<void> => {
  const { queue } = await import('./queue/app-queue.ts');
  if (kind === 'author') queue.removeAuthor(id);
  else if (kind === 'story') queue.remove(id);
};
export { playSpan } from './play-span.ts';
export { player } from './app-player.ts';
export { followHeard } from './follow-heard.ts';
export { MiniWaveform } from './waveform/mini-waveform.tsx';
export { OpenedPlayButton, PlayButton } from './controls/play-button.tsx';
export { getKind, getPosition, wantsToPlay, type Track } from './player-state.ts';
export { setSilentPlace } from './silent-place.ts';
export { SpeedButton } from './controls/speed-button.tsx';
export { TimeReadout } from './controls/time-readout.tsx';
export { TrackPlayer } from './controls/track-player.tsx';
export { useDuration, usePlayer, usePosition } from './use-player.ts';
export { useListedTracks } from './queue/listed-tracks.ts';
export { toTrack, useStoryTrack } from './use-story-track.ts';
export { Waveform } from './waveform/waveform.tsx';
