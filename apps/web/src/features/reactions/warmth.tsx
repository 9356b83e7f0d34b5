import type { WarmSlice } from '@relato/contract/reactions/types';
import type { StorySummary } from '@relato/contract/stories/types';
import { useState } from 'react';
import { formatDuration } from '../../messages/format.ts';
import { reactionsText } from '../../messages/stories/reactions.ts';
import { HeatLine } from '../../ui/heat-line.tsx';
import { usePlayer, usePosition, type Track } from '../player/public.ts';
import { signPictures } from './sign-picture.ts';
import { useReactions } from './use-reactions.ts';
import { findRising, findWarmest, toParts } from './warmth-line.ts';

const namedMoments = 3;

interface WarmthProps {
  readonly story: StorySummary;
  readonly track: Track;
}

/** A line over the waveform that rises where listeners left signs, and the signs themselves at their moments. */
export function Warmth({ story, track }: WarmthProps) {
  const { warm } = useReactions(story.id);
  if (warm.length === 0) return null;
  const times = new Set(findWarmest(warm, namedMoments).map(({ atMs }) => formatDuration(atMs)));
  return (
    <>
      <p className="sr-only">{reactionsText.moments([...times])}</p>
      <HeatLine parts={toParts(warm)} />
      <RisingSign track={track} warm={warm} durationMs={story.durationMs} />
    </>
  );
}

interface RisingSignProps {
  readonly track: Track;
  readonly warm: readonly WarmSlice[];
  readonly durationMs: number;
}

/** Shows one sign at a time until its animation ends, whatever the playback rate. */
function RisingSign({ track, warm, durationMs }: RisingSignProps) {
  const { isPlaying } = usePlayer(track.id);
  const due = usePosition(track.id, (seconds) => findRising(warm, seconds * 1_000)?.slice ?? -1);
  const [shown, setShown] = useState({ due: -1, rising: null as WarmSlice | null });
  if (due !== shown.due)
    setShown({ due, rising: shown.rising ?? warm.find(({ slice }) => slice === due) ?? null });
  const { rising } = shown;
  if (!isPlaying || !rising) return null;
  return (
    <span
      aria-hidden="true"
      data-rising={rising.sign}
      className="pointer-events-none absolute -top-5 animate-lift font-emoji text-xl motion-reduce:hidden"
      style={{ left: `${Math.min((rising.atMs / durationMs) * 100, 96)}%` }}
      onAnimationEnd={() => setShown({ due, rising: null })}
    >
      {signPictures[rising.sign]}
    </span>
  );
}
