import type { DayFigures, Overview, SpaceTrend } from '@relato/contract/admin/types';
import { historyText as text } from '../../../../messages/operator/history.ts';
import { Plot, type PlotLine } from '../../../../ui/plot/plot.tsx';
import type { PlotPoint } from '../../../../ui/plot/plot-paths.ts';
import { toDay, toExtremes, toForecast, toPoints, type Extremes } from './day-points.ts';

interface DayPlotsProps {
  readonly days: readonly DayFigures[];
  readonly trends: Overview['trends'];
}

export function DayPlots({ days, trends }: DayPlotsProps) {
  return (
    <>
      <SpacePlot
        title={text.disk}
        points={toPoints(days, ({ diskUsedBytes }) => diskUsedBytes)}
        trend={trends?.disk}
      />
      <SpacePlot
        title={text.database}
        points={toPoints(days, ({ databaseBytes }) => databaseBytes)}
        trend={trends?.database}
      />
      <DayPlot
        title={text.users}
        points={toPoints(days, ({ users }) => users)}
        toMarkText={text.count}
        tell={tellCounts}
      />
      <DayPlot
        title={text.publicStories}
        points={toPoints(days, ({ publicStories }) => publicStories)}
        more={[{ name: text.allStories, look: 'line', points: toPoints(days, ({ stories }) => stories) }]}
        toMarkText={text.count}
        tell={tellCounts}
      />
      <DayPlot
        title={text.reports.title}
        points={toPoints(days, ({ oldestReportSeconds: seconds }) => seconds && seconds / 3_600)}
        toMarkText={text.hours}
        tell={({ highest }) => text.reports.longest(highest.y, toDay(highest))}
      />
    </>
  );
}

const tellCounts = ({ first, last }: Extremes): string =>
  text.fromTo([text.count(first.y), toDay(first)], [text.count(last.y), toDay(last)]);

interface SpacePlotProps {
  readonly title: string;
  readonly points: readonly PlotPoint[];
  readonly trend: SpaceTrend | undefined;
}

/** The dashed line continues the used space at its present rate. */
function SpacePlot({ title, points, trend }: SpacePlotProps) {
  const last = toExtremes(points)?.last;
  const forecast = last && toForecast(last, trend);
  return (
    <DayPlot
      title={title}
      points={points}
      more={forecast && [{ name: text.forecast.name, look: 'dashed', points: [last, forecast] }]}
      toMarkText={text.size}
      tell={({ first, last: now }) => {
        const past = text.fromTo([text.size(first.y), toDay(first)], [text.size(now.y), toDay(now)]);
        return forecast ? `${past} ${text.forecast.tell(forecast.y, toDay(forecast))}` : past;
      }}
    />
  );
}

interface DayPlotProps {
  readonly title: string;
  readonly points: readonly PlotPoint[];
  readonly more?: readonly PlotLine[] | undefined | null;
  readonly toMarkText: (value: number) => string;
  readonly tell: (extremes: Extremes) => string;
}

function DayPlot({ title, points, more, toMarkText, tell }: DayPlotProps) {
  const extremes = toExtremes(points);
  const heading = <span className="block font-[650]">{title}</span>;
  if (!extremes)
    return (
      <p className="text-sm">
        {heading}
        {text.none(points.length)}
      </p>
    );
  return (
    <Plot
      caption={
        <>
          {heading}
          {tell(extremes)}
        </>
      }
      lines={[{ name: title, look: 'area', points }, ...(more ?? [])]}
      toMarkText={toMarkText}
      toPlaceText={(x) => text.shortDay(toDay({ x, y: null }))}
    />
  );
}
