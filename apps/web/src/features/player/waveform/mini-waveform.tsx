import { decodePeaks, toBars } from '@relato/contract/recordings/waveform';
import { useMemo } from 'react';
import { toPath } from './waveform-path.ts';

const [bars, heightPx, strokePx] = [22, 16, 2];

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

/** The bars of a waveform in its text colour, as thick as `strokePx` however wide the picture is stretched. */
export function WaveformStrokes({ path, strokePx }: { readonly path: string; readonly strokePx: number }) {
  return (
    <path
      d={path}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokePx}
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  );
}
