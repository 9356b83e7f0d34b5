// The exports for other features; apps/web/layers.json lists the features that may import them.
export { player } from './app-player.ts';
export { followHeard } from './follow-heard.ts';
export { MiniWaveform } from './mini-waveform.tsx';
export { OpenedPlayButton } from './opened-play-button.tsx';
export { PlayButton } from './play-button.tsx';
export { getKind, getPosition, wantsToPlay, type Track } from './player-state.ts';
export { SpeedButton } from './speed-button.tsx';
export { TimeReadout } from './time-readout.tsx';
export { TrackPlayer } from './track-player.tsx';
export { useDuration, usePlayer, usePosition } from './use-player.ts';
export { useStoryTrack } from './use-story-track.ts';
export { Waveform } from './waveform.tsx';
