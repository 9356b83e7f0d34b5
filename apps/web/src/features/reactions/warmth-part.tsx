import type { StorySummary } from '@relato/contract/stories/types';
import { lazyOptional } from '../../lib/lazy/lazy-part.tsx';
import { usePlayer, type Track } from '../player/public.ts';

const Warmth = lazyOptional(async () => (await import('./warmth.tsx')).Warmth);

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
