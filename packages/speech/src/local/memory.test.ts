import { measureMemory } from '@relato/testing/measure-memory';
import { expect, it } from 'vitest';
import { options } from '../testing/attempts.ts';
import { createTestLocal, soundOf, writeModel } from '../testing/local-models.ts';

function measureBytes(): number {
  const { heapUsed, arrayBuffers } = measureMemory();
  return heapUsed + arrayBuffers;
}

it('the memory of the server stays flat over 60 recordings', async () => {
  const local = createTestLocal(await writeModel(new Uint8Array(1), 'answers well'), {
    program: new URL('../testing/stray-engine.ts', import.meta.url),
  });
  const audio = soundOf(5_000);
  const transcribe = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i += 1) await local.transcribe(audio, options());
  };
  await transcribe(20);
  const before = measureBytes();
  await transcribe(60);
  // The samples of these recordings take 19 MB.
  expect(measureBytes() - before).toBeLessThan(3_000_000);
  expect(local.starts).toHaveLength(1);
});
