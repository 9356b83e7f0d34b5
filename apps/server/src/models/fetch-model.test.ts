import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModelFolder, getModel } from '@relato/speech';
import { startModelHub } from '@relato/testing/model-hub';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFetchingModel } from './fetch-model.ts';

let hub: Awaited<ReturnType<typeof startModelHub>>;
let directory: string;
let lines: string[];
let stop: () => Promise<void>;
beforeEach(async () => {
  hub = await startModelHub(new Uint8Array(10));
  directory = await mkdtemp(join(tmpdir(), 'relato-models-'));
  lines = [];
});
afterEach(async () => {
  await stop();
  await hub.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Starts to fetch, with waits that end when `goOn` is called. Resolves with the current wait. */
function start(options: { baseUrl?: string; chosen?: string; fault?: string; mayFetch?: boolean } = {}) {
  const models = createModelFolder({ directory, chosen: options.chosen ?? 'whisper-base' });
  const waits: number[] = [];
  let goOn = Promise.withResolvers<void>();
  let reached = Promise.withResolvers<void>();
  stop = startFetchingModel({
    models,
    mayFetch: options.mayFetch ?? true,
    findFault: async () => options.fault ?? null,
    print: (line) => void lines.push(line),
    onError: (error) => void lines.push(String(error)),
    download: { baseUrl: options.baseUrl ?? hub.url, timing: { firstRetryMs: 1, maxAttempts: 2 } },
    wait: async (ms, signal) => {
      waits.push(ms);
      const { promise, reject } = goOn;
      signal.addEventListener('abort', () => reject(new Error('stopped')));
      reached.resolve();
      await promise;
    },
  });
  return {
    waits,
    waited: () => reached.promise,
    again: () => {
      const last = goOn;
      goOn = Promise.withResolvers();
      reached = Promise.withResolvers();
      last.resolve();
      return reached.promise;
    },
  };
}

describe('fetching in the background', () => {
  it('reports once that the hub is unreachable, and retries after growing delays', async () => {
    const { waits, waited, again } = start({ baseUrl: 'http://127.0.0.1:9' });
    await waited();
    await again();
    await again();
    expect(lines).toEqual([
      '  model      fetching whisper-base, about 3x as fast as speech on two cores (85 MB, once, Apache-2.0 by OpenAI); recordings wait for it',
      '  model      Cannot fetch whisper-base from 127.0.0.1:9. Recordings wait for their text; this is tried again by itself.',
    ]);
    expect(waits).toEqual([600_000, 1_200_000, 2_400_000]);
  });

  it('retries a hub with the wrong file only every six hours', async () => {
    const { waits, waited, again } = start();
    await waited();
    await again();
    expect(lines[1]).toContain('has 10 bytes instead of the 84962880');
    expect(waits).toEqual([21_600_000, 21_600_000]);
  });

  it('ends when the model arrives in another way', async () => {
    const { waited, again, waits } = start({ baseUrl: 'http://127.0.0.1:9' });
    await waited();
    const path = join(directory, 'whisper-base.gguf');
    await writeFile(path, '');
    await truncate(path, getModel('whisper-base')?.bytes);
    void again();
    await stop();
    expect(waits).toHaveLength(1);
  });

  it('does not fetch a model that the machine cannot use', async () => {
    start({ fault: 'no library' });
    await expect
      .poll(() => lines)
      .toEqual([expect.stringContaining('this machine cannot transcribe (no library)')]);
    await stop();
    expect(hub.requests).toEqual([]);
  });

  it('reports that the machine cannot use an existing model', async () => {
    await writeFile(join(directory, 'my-own.gguf'), 'x');
    start({ chosen: 'my-own', mayFetch: false, fault: 'no library' });
    await expect.poll(() => lines).toEqual([expect.stringContaining('this machine cannot transcribe')]);
  });

  it('prints and fetches nothing if fetching is off', async () => {
    start({ mayFetch: false, fault: 'no library' });
    await stop();
    expect(lines).toEqual([]);
    expect(hub.requests).toEqual([]);
  });

  it('asks the operator to copy a model that is not in the table', async () => {
    start({ chosen: 'my-own' });
    await expect.poll(() => lines).toEqual([expect.stringContaining('my-own.gguf is not in')]);
    expect(hub.requests).toEqual([]);
  });

  it('stops with the server, and leaves no lock', async () => {
    const { waited } = start({ baseUrl: 'http://127.0.0.1:9' });
    await waited();
    await stop();
    expect(await readdir(directory)).toEqual([]);
    expect(lines).toHaveLength(2);
  });
});
