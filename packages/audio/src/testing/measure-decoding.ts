// `npm run bench:sound` decodes a full-length recording of each container and codec, each in a process of its own. It prints
// the CPU time as a ratio to the duration, and the peak memory.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { decodeBytes } from '../decode-bytes.ts';
import { speechRateHz } from '../listen.ts';
import { fullLengthTitles, makeFullLength } from './full-length.ts';

interface Usage {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

if (process.send) process.once('message', (bytes: Uint8Array) => void decodeAndTell(bytes));
else await measureAll();

async function measureAll(): Promise<void> {
  console.log('| recording of 300 s | CPU time, of its duration | peak of memory |\n| --- | --- | --- |');
  for (const title of fullLengthTitles) {
    const child = fork(import.meta.filename, { serialization: 'advanced' });
    child.send(await makeFullLength(title));
    const [answer] = (await once(child, 'message')) as [Usage]; // it sends nothing else
    const { seconds, cpuSeconds, peakMegabytes } = answer;
    console.log(
      `| ${title} | ${((cpuSeconds / seconds) * 100).toFixed(2)} % | ${peakMegabytes.toFixed(0)} MB |`,
    );
  }
}

async function decodeAndTell(bytes: Uint8Array): Promise<void> {
  const decoded = await decodeBytes(bytes);
  if (!decoded.ok) throw new Error(decoded.reason);
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage: Usage = {
    seconds: decoded.samples.length / speechRateHz,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    peakMegabytes: maxRSS / 1024,
  };
  process.send?.(usage, () => process.disconnect());
}
