/** The figures that a page takes of itself while it loads and is tapped. */
export interface PageMetrics {
  lcpMs: number;
  fcpMs: number;
  cls: number;
  /** The parts of long tasks beyond 50 ms, from the first paint on. */
  tbtMs: number;
  /** The longest of the interactions. */
  inpMs: number;
}

declare global {
  interface Window {
    pageMetrics: PageMetrics;
  }
}

/** Runs in the page before its own scripts, so it uses nothing from outside. */
export function observePage(): void {
  const metrics: PageMetrics = { lcpMs: 0, fcpMs: 0, cls: 0, tbtMs: 0, inpMs: 0 };
  window.pageMetrics = metrics;
  const takers: Readonly<Record<string, (entry: PerformanceEntry) => void>> = {
    'largest-contentful-paint': (entry) => {
      metrics.lcpMs = entry.startTime;
    },
    paint: (entry) => {
      if (entry.name === 'first-contentful-paint') metrics.fcpMs = entry.startTime;
    },
    'layout-shift': (entry) => {
      if ('hadRecentInput' in entry && entry.hadRecentInput) return;
      if ('value' in entry && typeof entry.value === 'number') metrics.cls += entry.value;
    },
    longtask: (entry) => {
      if (metrics.fcpMs > 0 && metrics.inpMs === 0) metrics.tbtMs += Math.max(0, entry.duration - 50);
    },
    event: (entry) => {
      const isInteraction = 'interactionId' in entry && Number(entry.interactionId) > 0;
      if (isInteraction) metrics.inpMs = Math.max(metrics.inpMs, entry.duration);
    },
  };
  for (const [type, take] of Object.entries(takers)) {
    const options = { type, buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => take(entry))).observe(options);
  }
}

/** Runs in the page. Returns its figures when what it renders now is painted and reported. */
export async function readMetrics(): Promise<PageMetrics> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  return window.pageMetrics;
}
