import type { StoryId } from '@relato/contract/ids';
import { liveLimits } from '@relato/contract/news/live-limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveStream, type LiveStream, type LiveStreamOptions } from './live-stream.ts';

type Open = LiveStreamOptions['open'];
interface Opened {
  readonly request: Parameters<Open>[0];
  readonly connection: Parameters<Open>[1];
  isClosed: boolean;
}

let opened: Opened[];
let lives: boolean[];
let told: string[];
let stream: LiveStream;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  [opened, lives, told] = [[], [], []];
  stream = createLiveStream({
    open: (request, connection) => {
      const each: Opened = { request, connection, isClosed: false };
      opened.push(each);
      return () => void (each.isClosed = true);
    },
    onTold: ({ id }) => told.push(id),
    onLive: (isLive) => lives.push(isLive),
    onEnd: () => {},
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const last = (): Opened => opened.at(-1) ?? expect.fail('Nothing was opened');
const ana = { userId: 'ana', stories: [], lastEventId: null };
const [first, second] = liveLimits.retryMs;

it('reconnects from the last event, and counts as live while that succeeds', () => {
  stream.want(ana);
  last().connection.onOpen();
  last().connection.onTold({ id: '7', topics: ['news'] });
  last().connection.onEnd();
  expect(last().isClosed).toBe(true);
  vi.advanceTimersByTime(first - 1);
  expect(opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(opened).toHaveLength(2);
  expect(last().request).toEqual({ stories: [], lastEventId: '7' });
  last().connection.onOpen();
  expect([told, lives]).toEqual([['7'], [true, true]]);
});

it('waits longer after each failure, reports that it is not live, and retries at once when the network returns', () => {
  stream.want(ana);
  last().connection.onOpen();
  last().connection.onEnd();
  vi.advanceTimersByTime(first);
  last().connection.onEnd();
  expect(lives).toEqual([true, false]);
  vi.advanceTimersByTime(second - 1);
  expect(opened).toHaveLength(2);
  stream.hurry();
  expect(opened).toHaveLength(3);
  stream.hurry();
  expect(opened).toHaveLength(3);
  // The last delay repeats.
  for (const ms of [...liveLimits.retryMs.slice(2), ...liveLimits.retryMs.slice(-1)]) {
    last().connection.onEnd();
    const before = opened.length;
    vi.advanceTimersByTime(ms - 1);
    expect(opened).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(opened).toHaveLength(before + 1);
  }
});

it('reconnects for other stories or another user, ignores the old connection, and stops', () => {
  stream.want({ ...ana, lastEventId: '5' });
  expect(last().request.lastEventId).toBe('5');
  stream.want(ana);
  expect(opened).toHaveLength(1);
  const [old] = opened;
  const story = 's' as StoryId; // any
  stream.want({ ...ana, stories: [story] });
  expect([old?.isClosed, last().request]).toEqual([true, { stories: [story], lastEventId: '5' }]);
  old?.connection.onTold({ id: '6', topics: [] });
  old?.connection.onEnd();
  vi.runAllTimers();
  expect([opened.length, told]).toEqual([2, []]);
  stream.want({ ...ana, userId: 'luis' });
  expect(last().request).toEqual({ stories: [], lastEventId: null });
  stream.want(null);
  expect([last().isClosed, lives]).toEqual([true, [false]]);
  vi.runAllTimers();
  expect(opened).toHaveLength(3);
});
