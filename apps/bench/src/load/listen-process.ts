// Listens as many browsers do: each reads range after range, some seconds ahead of what it plays.
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'undici';
import type { ListenJob, ListenResult } from './protocol.ts';

const networks = 4_096;
/** A browser asks for the next range when it has less than this to play. */
const aheadMs = 4_000;

async function run({
  origin,
  paths,
  listeners,
  bytesPerSecond,
  rangeBytes,
  durationMs,
}: ListenJob): Promise<ListenResult> {
  let ranges = 0;
  let stalls = 0;
  let failures = 0;
  const rangeMs = (rangeBytes * 1_000) / bytesPerSecond;
  const endsAt = performance.now() + durationMs;

  const listen = async (listener: number): Promise<void> => {
    const client = new Client(origin, { pipelining: 1 });
    // They began at different times.
    await delay((listener / listeners) * Math.min(rangeMs, durationMs / 2));
    let playsUntil = 0;
    for (let part = 0; performance.now() < endsAt; part += 1) {
      const start = (part % 20) * rangeBytes;
      const { statusCode, body } = await client.request({
        method: 'GET',
        path: paths[listener % paths.length] ?? '/',
        headers: {
          range: `bytes=${start}-${start + rangeBytes - 1}`,
          'x-forwarded-for': `10.${(listener % networks) >> 8}.${listener & 255}.2`,
        },
      });
      await body.dump({ limit: rangeBytes * 2 });
      const now = performance.now();
      ranges += 1;
      if (statusCode !== 206) failures += 1;
      if (part > 0 && now > playsUntil) stalls += 1;
      playsUntil = Math.max(playsUntil, now) + rangeMs;
      await delay(Math.max(0, Math.min(playsUntil - aheadMs, endsAt) - now));
    }
    await client.destroy();
  };
  const settled = await Promise.allSettled(
    Array.from({ length: listeners }, (_, listener) => listen(listener)),
  );
  return {
    ranges,
    stalls,
    failures: failures + settled.filter(({ status }) => status === 'rejected').length,
  };
}

process.on('message', (job: ListenJob) => {
  void run(job).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit(0));
