import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { formatMegabytes } from '@relato/contract';
import type { DrillResult } from '@relato/testing/drill-result';
import type { ServerProcess } from '@relato/testing/server-process';
import type { DrillUser } from '../world/acknowledged.ts';
import { tellAndAnswer, underLoad } from '../world/load.ts';
import { inDrillWorld } from '../world/world.ts';

const sampleMs = 500;
const readers = 4;
/** The allowed growth from the second to the last quarter, because caches fill. */
const mostHeapBytes = 24_000_000;
const mostDescriptors = 12;
const token = 'a-token-of-the-drill';

/** Lets users work for a while. Compares memory and descriptors in the second quarter with those in the last. */
export const soak = (seconds: number): Promise<DrillResult> =>
  inDrillWorld(async (world) => {
    const server = await world.serve({ METRICS_TOKEN: token });
    const samples: Sample[] = [];
    const write = await tellAndAnswer(world);
    const reading = new Set(world.users.slice(-readers));
    const read = async (user: DrillUser): Promise<void> => {
      // A busy machine may refuse the call for load.
      await world.client.change(user, 'stories.feed', {});
      await delay(100);
    };
    await underLoad(
      world.users,
      (user) => (reading.has(user) ? read(user) : write(user)),
      async () => {
        for (let n = 0; n < (seconds * 1_000) / sampleMs; n += 1) {
          await delay(sampleMs);
          samples.push(await takeSample(server));
        }
      },
    );
    const quarter = Math.floor(samples.length / 4);
    /** The live heap is the minimum of a window, because only a collection shows it. */
    const measureGrowth = (of: keyof Sample): number => {
      const least = (list: readonly Sample[]): number => Math.min(...list.map((sample) => sample[of]));
      return least(samples.slice(-quarter)) - least(samples.slice(quarter, quarter * 2));
    };
    const [heap, open] = [measureGrowth('heapBytes'), measureGrowth('descriptors')];
    const problems = [
      ...(heap <= mostHeapBytes ? [] : [`the heap grew by ${formatMegabytes(heap, 1)}`]),
      ...(open <= mostDescriptors ? [] : [`${open} more descriptors are open`]),
    ];
    const grown = `heap ${formatMegabytes(heap, 1)}, descriptors ${open}`;
    return world.report({ fault: `REL-27 a soak of ${seconds} s (growth: ${grown})`, tries: 1, problems });
  });

interface Sample {
  readonly heapBytes: number;
  readonly descriptors: number;
}

async function takeSample({ url, process: { pid } }: ServerProcess): Promise<Sample> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const heapBytes = Number(/^nodejs_heap_size_used_bytes (\S+)$/mu.exec(await answer.text())?.[1] ?? 0);
  return { heapBytes, descriptors: (await readdir(`/proc/${pid}/fd`).catch(() => [])).length };
}
