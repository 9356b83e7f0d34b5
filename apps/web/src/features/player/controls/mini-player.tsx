import { useSyncExternalStore } from 'react';
import { lazyOptional, lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { player } from '../app-player.ts';
import type { Track } from '../player-state.ts';
import { setQueueOpen, useIsQueueOpen } from '../queue/queue-sheet-store.ts';
import { useIsTrackVisible } from '../visible-tracks.ts';

const MiniPlayerBar = lazyOptional(async () => (await import('./mini-player-bar.tsx')).MiniPlayerBar);
const PlayNextQuestion = lazyOptional(
  async () => (await import('../queue/play-next-question.tsx')).PlayNextQuestion,
);

const QueueSheet = lazySheet(async () => (await import('../queue/queue-sheet.tsx')).QueueSheet);
// Loads the queue with the first story, because nothing follows without it.
const stopWaiting = player.subscribe(() => {
  if (player.getState().playback.kind === 'idle') return;
  stopWaiting();
  import('../queue/app-queue.ts').catch((error: unknown) =>
    console.warn('What follows a story could not be loaded', error),
  );
});

const closeQueue = (): void => setQueueOpen(false);

function getShownTrack(): Track | null {
  const { playback } = player.getState();
  return playback.kind === 'idle' || playback.kind === 'ended' ? null : playback.track;
}

/** Keeps the current track within reach while the user browses, and hosts the question about the next one. */
export function MiniPlayer() {
  const track = useSyncExternalStore(player.subscribe, getShownTrack);
  const hasEnded = useSyncExternalStore(player.subscribe, () => player.getState().playback.kind === 'ended');
  const isVisible = useIsTrackVisible(track?.id ?? null);
  return (
    <>
      {/* The live region exists before its text, because one that is inserted with its text is not read out. */}
      <div aria-live="polite" className="contents">
        {hasEnded && <PlayNextQuestion />}
      </div>
      {track !== null && !isVisible && <MiniPlayerBar track={track} />}
      {useIsQueueOpen() && <QueueSheet onClose={closeQueue} />}
    </>
  );
}
