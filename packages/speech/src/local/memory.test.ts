import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { options } from '../testing/attempts.ts';
import { createTestLocal, soundOf, writeModel } from '../testing/local-models.ts';

/** Returns the memory that is in use after everything unused was collected. */
function measureBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // the flag defines it
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

it('the memory of the server stays flat over 200 recordings', { timeout: 60_000 }, async () => {
  const local = createTestLocal(await writeModel(new Uint8Array(1), 'answers well'), {
    program: new URL('../testing/stray-engine.ts', import.meta.url),
  });
  const audio = soundOf(5_000);
  const transcribe = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i += 1) await local.transcribe(audio, options());
  };
  await transcribe(20);
  const before = measureBytes();
  await transcribe(200);
  // The samples of these recordings are 64 MB.
  expect(measureBytes() - before).toBeLessThan(3_000_000);
  expect(local.starts).toHaveLength(1);
});
