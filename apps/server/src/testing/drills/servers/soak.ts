import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { formatMegabytes } from '@relato/contract';
import type { DrillResult } from '@relato/testing/drill-result';
import type { ServerProcess } from '@relato/testing/server-process';
import type { DrillUser } from '../world/acknowledged.ts';
import { tellAndAnswer, underLoad } from '../world/load.ts';
import { createDrillWorld } from '../world/world.ts';

const sampleMs = 500;
const readers = 4;
/** The growth that is allowed from the second to the last quarter: caches fill, however long it runs. */
const mostHeapBytes = 24_000_000;
const mostDescriptors = 12;

interface Sample {
  readonly heapBytes: number;
  readonly descriptors: number;
  readonly residentBytes: number;
}

/** Lets users work for a while, and compares memory and descriptors of the second quarter with those of the last. */
export async function soak(seconds: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  try {
    const server = await world.start({ METRICS_TOKEN: token });
    await server.ready();
    const samples: Sample[] = [];
    const write = await tellAndAnswer(world);
    const reading = new Set(world.users.slice(-readers));
    const read = async (user: DrillUser): Promise<void> => {
      // On a machine that does much else, it may be refused for load.
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
    const [early, late] = [samples.slice(quarter, quarter * 2), samples.slice(-quarter)];
    // The live heap is what a collection leaves: the least of a window.
    const least = (list: readonly Sample[], of: (sample: Sample) => number): number =>
      Math.min(...list.map(of));
    const heap = least(late, ({ heapBytes }) => heapBytes) - least(early, ({ heapBytes }) => heapBytes);
    const open =
      least(late, ({ descriptors }) => descriptors) - least(early, ({ descriptors }) => descriptors);
    const resident =
      least(late, ({ residentBytes }) => residentBytes) - least(early, ({ residentBytes }) => residentBytes);
    const problems = [
      ...(heap <= mostHeapBytes ? [] : [`the heap grew by ${formatMegabytes(heap, 1)}`]),
      ...(open <= mostDescriptors ? [] : [`${open} more descriptors are open`]),
    ];
    const found = await world.check();
    const grown = `heap ${formatMegabytes(heap, 1)}, resident ${formatMegabytes(resident, 1)}, descriptors ${open}`;
    return {
      fault: `REL-27 a soak of ${seconds} s (growth: ${grown})`,
      tries: 1,
      recoveriesMs: [],
      ...found,
      problems: [...problems, ...found.problems],
    };
  } finally {
    await world.close();
  }
}

const token = 'a-token-of-the-drill';

async function takeSample({ url, process: { pid } }: ServerProcess): Promise<Sample> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'mu').exec(text)?.[1] ?? 0);
  const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
  return {
    heapBytes: read('nodejs_heap_size_used_bytes'),
    residentBytes: await readResident(pid).catch(() => read('process_resident_memory_bytes')),
    descriptors: open.length,
  };
}

async function readResident(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/mu.exec(status)?.[1] ?? 0) * 1_024;
}
