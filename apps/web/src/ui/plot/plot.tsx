import type { ReactNode } from 'react';
import { plotSize, toMarks, toPaths, type PlotPoint } from './plot-paths.ts';

export interface PlotLine {
  /** The name in the legend, which is shown if there are several lines. */
  readonly name: string;
  readonly look: 'area' | 'line' | 'dashed';
  readonly points: readonly PlotPoint[];
}

interface PlotProps {
  /** Tells what the picture shows, because the picture itself is hidden from screen readers. */
  readonly caption: ReactNode;
  readonly lines: readonly PlotLine[];
  readonly toMarkText: (value: number) => string;
  /** The text below an end of the horizontal axis. */
  readonly toPlaceText: (place: number) => string;
}

const strokes = {
  area: 'stroke-voice',
  line: 'stroke-leaf',
  dashed: 'stroke-voice [stroke-dasharray:5_5]',
} as const;

/** A picture of values over time. The lines of all plots share no scale. */
export function Plot({ caption, lines, toMarkText, toPlaceText }: PlotProps) {
  const points = lines.flatMap((each) => each.points);
  const marks = toMarks(Math.max(...points.map(({ y }) => y ?? 0)));
  const places = points.map(({ x }) => x);
  const frame = { first: Math.min(...places), last: Math.max(...places), top: marks.at(-1) ?? 1 };
  return (
    <figure>
      <figcaption className="mb-3 text-sm">{caption}</figcaption>
      <div aria-hidden="true" className="grid grid-cols-[auto_1fr] gap-x-2 text-xs text-muted">
        <div className="-my-2 flex flex-col-reverse justify-between text-right leading-4 tabular-nums">
          {marks.map((mark) => (
            <span key={mark}>{mark === 0 ? 0 : toMarkText(mark)}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${plotSize} ${plotSize}`}
          preserveAspectRatio="none"
          className="h-28 w-full overflow-visible"
        >
          {marks.map((mark) => (
            <path
              key={mark}
              d={`M0,${(1 - mark / frame.top) * plotSize}h${plotSize}`}
              vectorEffect="non-scaling-stroke"
              className="stroke-line"
            />
          ))}
          {lines.map((each) => (
            <Drawn key={each.name} look={each.look} {...toPaths(each.points, frame)} />
          ))}
        </svg>
        <p className="col-start-2 mt-1.5 flex justify-between gap-3">
          <span>{toPlaceText(frame.first)}</span>
          <span className="text-right">{toPlaceText(frame.last)}</span>
        </p>
      </div>
      {lines.length > 1 && <Legend lines={lines} />}
    </figure>
  );
}

interface DrawnProps extends Pick<PlotLine, 'look'> {
  readonly line: string;
  readonly area: string;
}

function Drawn({ look, line, area }: DrawnProps) {
  return (
    <>
      {look === 'area' && <path d={area} className="fill-voice-soft" />}
      <path
        d={line}
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className={strokes[look]}
      />
    </>
  );
}

const Legend = ({ lines }: Pick<PlotProps, 'lines'>) => (
  <p aria-hidden="true" className="mt-1.5 flex flex-wrap gap-x-4 text-xs text-muted">
    {lines.map(({ name, look }) => (
      <span key={name} className="flex items-center gap-1.5">
        <svg viewBox="0 0 22 4" className="h-1 w-5.5">
          <path d="M1,2h20" strokeWidth={2.5} className={strokes[look]} />
        </svg>
        {name}
      </span>
    ))}
  </p>
);
