import { decodePeaks, toBars } from '@relato/contract/recordings/waveform';
import { useMemo } from 'react';
import { toPath } from './waveform-path.ts';
import { WaveformStrokes } from './waveform-strokes.tsx';

const [bars, heightPx, strokePx] = [22, 16, 2];

/** A small picture of a story's sound. */
export function MiniWaveform({ peaks }: { readonly peaks: string }) {
  const path = useMemo(() => toPath(toBars(decodePeaks(peaks), bars), heightPx, strokePx), [peaks]);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars} ${heightPx}`}
      preserveAspectRatio="none"
      className="h-4 max-w-36 min-w-18 flex-1 text-wave max-[22.5rem]:hidden"
    >
      <WaveformStrokes path={path} strokePx={strokePx} />
    </svg>
  );
}
