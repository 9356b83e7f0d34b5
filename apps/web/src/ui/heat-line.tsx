import { toHeatPath } from './heat-path.ts';

const heightPx = 10;

interface HeatLineProps {
  /** The heat of each part of the recording, from 0 to 1. */
  readonly parts: readonly number[];
}

/** A line over a waveform. It is only a picture, whose meaning stands beside it as text. */
export function HeatLine({ parts }: HeatLineProps) {
  return (
    <svg
      aria-hidden="true"
      data-heat=""
      viewBox={`0 0 ${parts.length} ${heightPx}`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-x-0 -top-1.5 h-2.5 w-full overflow-visible text-voice-strong"
    >
      <path
        d={toHeatPath(parts, heightPx)}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
