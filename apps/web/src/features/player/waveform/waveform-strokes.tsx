interface WaveformStrokesProps {
  readonly path: string;
  readonly strokePx: number;
}

/** The bars of a waveform in its text colour, as thick as `strokePx` however wide the picture is stretched. */
export function WaveformStrokes({ path, strokePx }: WaveformStrokesProps) {
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
