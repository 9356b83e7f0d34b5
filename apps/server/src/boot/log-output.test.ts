import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bufferLines } from './log-output.ts';
import { createLogger } from './logger.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a logger, and the messages that were written by now. */
function setUp() {
  const written: string[] = [];
  const stream = { write: (lines: string) => void written.push(...lines.trim().split('\n')) };
  const logger = createLogger('info', bufferLines(stream));
  return { logger, read: () => written.map((line) => (JSON.parse(line) as { readonly msg: string }).msg) };
}

it('lines of requests are written together, after 100 ms at most', () => {
  const { logger, read } = setUp();
  logger.info('one');
  vi.advanceTimersByTime(50);
  logger.info('two');
  expect(read()).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(read()).toEqual(['one', 'two']);
});

it('REL-25: an error is written at once, after the lines before it', () => {
  const { logger, read } = setUp();
  logger.info('one');
  logger.error('two');
  expect(read()).toEqual(['one', 'two']);
});

it('lines are written before they take much memory', () => {
  const { logger, read } = setUp();
  for (let count = 0; count < 1_000; count += 1) logger.info('one of many');
  expect(read().length).toBeGreaterThan(900);
});
