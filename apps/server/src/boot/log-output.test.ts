import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { bareEnvironment } from '@relato/testing/bare-environment';
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

it('a full disk ends no process that writes its lines there, and they do not pile up in the memory', async () => {
  const full = await open('/dev/full', 'w');
  const script = `
    import { openOutput } from ${JSON.stringify(new URL('log-output.ts', import.meta.url).href)};
    import { createLogger } from ${JSON.stringify(new URL('logger.ts', import.meta.url).href)};
    const logger = createLogger('info');
    const output = openOutput();
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 300; count += 1) {
      output.write(String(count).repeat(50_000));
      logger.error(String(count).repeat(50_000));
    }
    await new Promise(setImmediate);
    gc();
    process.stderr.write(String(process.memoryUsage().heapUsed - before < 20_000_000));`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', script], {
    env: bareEnvironment(),
    stdio: ['ignore', full.fd, 'pipe'],
  });
  let text = '';
  child.stderr?.on('data', (chunk) => (text += String(chunk)));
  await once(child, 'close');
  await full.close();
  expect([child.exitCode, text]).toEqual([0, 'true']);
});
