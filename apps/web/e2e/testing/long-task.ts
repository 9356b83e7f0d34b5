import type { Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** In microseconds of the clock: what others do on the machine meanwhile is in it. */
  readonly dur?: number;
  /** In microseconds of the thread, which some machines count in steps of ten thousand. */
  readonly tdur?: number;
}

/** The nearer of the two to what a task took: one adds what others did meanwhile, the other a step of its count. */
const toMicroseconds = ({ dur = 0, tdur = 0 }: TraceEvent): number => Math.min(dur, tdur);

/** The longest task of the page's main thread while `act` runs, in milliseconds of that thread. Chromium only. */
export async function measureLongestTaskMs(page: Page, act: () => Promise<void>): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  // CDP leaves the shape of an event open; this is that of the trace event format.
  cdp.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  });
  await act();
  await cdp.send('Tracing.end');
  await complete;
  await cdp.detach();

  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map((event) => threadOf(event)),
  );
  const tasks = events.filter(
    (event) => event.name === 'ThreadControllerImpl::RunTask' && mainThreads.has(threadOf(event)),
  );
  if (!tasks.some(({ tdur }) => tdur !== undefined))
    throw new Error('The trace has no tasks of the main thread');
  return Math.max(...tasks.map((task) => toMicroseconds(task))) / 1000;
}
