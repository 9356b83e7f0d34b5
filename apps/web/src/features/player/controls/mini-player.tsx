import { useSyncExternalStore } from 'react';
import { lazyOptional } from '../../../lib/lazy/lazy-part.tsx';
import { player } from '../app-player.ts';
import type { Track } from '../player-state.ts';
import { useIsTrackVisible } from '../visible-tracks.ts';

const MiniPlayerBar = lazyOptional(async () => (await import('./mini-player-bar.tsx')).MiniPlayerBar);

function getShownTrack(): Track | null {
  const { playback } = player.getState();
  return playback.kind === 'loading' || playback.kind === 'playing' || playback.kind === 'paused'
    ? playback.track
    : null;
}

/** Keeps the current track within reach while the user browses. */
export function MiniPlayer() {
  const track = useSyncExternalStore(player.subscribe, getShownTrack);
  const isVisible = useIsTrackVisible(track?.id ?? null);
  return track === null || isVisible ? null : <MiniPlayerBar track={track} />;
}
