import type { StorySummary } from '@relato/contract/stories/types';
import { idle } from '../../lib/after-paint.ts';
import { lazyOptional } from '../../lib/lazy/lazy-part.tsx';
import { usePlayer, type Track } from '../player/public.ts';

// Both are optional, so they load together when the browser is idle.
const Warmth = lazyOptional(async () => {
  await idle();
  return (await import('./warmth.tsx')).Warmth;
});

interface WarmthPartProps {
  readonly story: StorySummary;
  readonly track: Track;
  readonly isOpen: boolean;
}

/** Draws the reactions over the waveform of a story that is open or was played. Lists do not load them. */
export function WarmthPart({ story, track, isOpen }: WarmthPartProps) {
  const { kind } = usePlayer(track.id);
  return (isOpen || kind !== 'idle') && <Warmth story={story} track={track} />;
}

/** Loads below the text, which works without it, into reserved space. */
export const WordReactions = lazyOptional(
  async () => {
    await idle();
    return (await import('./word-reactions.tsx')).WordReactions;
  },
  () => <div className="h-11" />,
);
