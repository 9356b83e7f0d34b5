import { useSyncExternalStore } from 'react';
import { lazyOptional } from '../../../lib/lazy/lazy-part.tsx';
import { player } from '../app-player.ts';
import type { Track } from '../player-state.ts';
import { useIsTrackVisible } from '../visible-tracks.ts';

const MiniPlayerBar = lazyOptional(async () => (await import('./mini-player-bar.tsx')).MiniPlayerBar);
const PlayNextQuestion = lazyOptional(
  async () => (await import('../queue/play-next-question.tsx')).PlayNextQuestion,
);

function getShownTrack(): Track | null {
  const { playback } = player.getState();
  return playback.kind === 'loading' || playback.kind === 'playing' || playback.kind === 'paused'
    ? playback.track
    : null;
}

/** Keeps the current track within reach while the user browses, and asks what follows it. */
export function MiniPlayer() {
  const track = useSyncExternalStore(player.subscribe, getShownTrack);
  const hasEnded = useSyncExternalStore(player.subscribe, () => player.getState().playback.kind === 'ended');
  const isVisible = useIsTrackVisible(track?.id ?? null);
  if (hasEnded) return <PlayNextQuestion />;
  return track === null || isVisible ? null : <MiniPlayerBar track={track} />;
}
