import type { Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** Wall-clock time in microseconds, which includes the work of other processes. */
  readonly dur?: number;
  /** Thread time in microseconds, which some machines count in steps of ten thousand. */
  readonly tdur?: number;
}

/** The shorter of both times is closer to the truth: one includes other processes, the other is rounded up. */
const toMicroseconds = ({ dur = 0, tdur = 0 }: TraceEvent): number => Math.min(dur, tdur);

/** Returns the longest task of the page's main thread while `act` runs, in milliseconds. Chromium only. */
export async function measureLongestTaskMs(page: Page, act: () => Promise<void>): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  // CDP does not type the events of the trace.
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
