/** Spreads some heat to the adjacent parts, which smooths the line. */
const spread = [0.5, 1, 0.5];

/** Returns a smooth SVG path through the middle of each part, which is 1 wide. The heat rises from `height` up to 0. */
export function toHeatPath(parts: readonly number[], height: number): string {
  const smooth = parts.map((_, at) =>
    Math.max(...spread.map((share, beside) => share * (parts[at + beside - 1] ?? 0))),
  );
  const points = smooth.map((heat, at) => ({ x: at + 0.5, y: ((1 - heat) * height).toFixed(1) }));
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1];
      // The curve is level at each point, so that it exceeds none.
      return before ? `C${x - 0.5} ${before.y} ${x - 0.5} ${y} ${x} ${y}` : `M${x} ${y}`;
    })
    .join('');
}
