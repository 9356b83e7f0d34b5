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

/** The warmth of a story over its waveform, once it is opened or played: a list asks for none. */
export function WarmthPart({ story, track, isOpen }: WarmthPartProps) {
  const { kind } = usePlayer(track.id);
  return (isOpen || kind !== 'idle') && <Warmth story={story} track={track} />;
}

/** Comes below the text, whose words work without it, into a place that is kept for it. */
export const WordReactions = lazyOptional(
  async () => {
    await idle();
    return (await import('./word-reactions.tsx')).WordReactions;
  },
  () => <div className="h-11" />,
);
