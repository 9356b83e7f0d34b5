import type { GrowthPoint } from './rows.ts';

const size = { width: 640, height: 320 };
const margin = { left: 60, right: 30, top: 30, bottom: 45 };
const maxRatio = 1.5;

/** Draws the time of a feed page over the number of stories, as SVG. The dashed line is the bar. */
export function drawGrowth(points: readonly GrowthPoint[]): string {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return '';
  const top = Math.max(...points.map(({ p50Ms }) => p50Ms), first.p50Ms * maxRatio) * 1.15;
  const decades = Math.log10(last.stories / first.stories) || 1;
  const x = (stories: number): number =>
    margin.left + (Math.log10(stories / first.stories) / decades) * (size.width - margin.left - margin.right);
  const y = (valueMs: number): number =>
    size.height - margin.bottom - (valueMs / top) * (size.height - margin.top - margin.bottom);
  const bar = y(first.p50Ms * maxRatio);
  const place = ({ stories, p50Ms }: GrowthPoint): string =>
    `${x(stories).toFixed(1)},${y(p50Ms).toFixed(1)}`;
  const labels = points.map(
    (
      point,
    ) => `  <circle cx="${x(point.stories).toFixed(1)}" cy="${y(point.p50Ms).toFixed(1)}" r="4" fill="#b45309"/>
  <text x="${x(point.stories).toFixed(1)}" y="${(y(point.p50Ms) - 12).toFixed(1)}" text-anchor="middle">${point.p50Ms.toFixed(2)} ms</text>
  <text x="${x(point.stories).toFixed(1)}" y="${size.height - 22}" text-anchor="middle">${point.stories.toLocaleString('en')}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="13" fill="#44403c">
  <title>Time of a feed page over the number of stories</title>
  <rect width="${size.width}" height="${size.height}" fill="#ffffff"/>
  <path d="M${margin.left} ${margin.top}V${size.height - margin.bottom}H${size.width - margin.right}" fill="none" stroke="#a8a29e"/>
  <path d="M${margin.left} ${bar.toFixed(1)}H${size.width - margin.right}" stroke="#a8a29e" stroke-dasharray="6 4"/>
  <text x="${size.width - margin.right}" y="${(bar - 6).toFixed(1)}" text-anchor="end">1.5 × the time at ${first.stories.toLocaleString('en')}</text>
  <polyline points="${points.map(place).join(' ')}" fill="none" stroke="#b45309" stroke-width="2"/>
${labels.join('\n')}
  <text x="${margin.left}" y="18">median time of page 1, one client</text>
  <text x="${size.width / 2}" y="${size.height - 5}" text-anchor="middle">stories</text>
</svg>
`;
}
