import { readFileSync } from 'node:fs';
import { findFreePort } from '@relato/testing/network/free-port';
import { startNginx, type Nginx } from '@relato/testing/network/nginx';
import type { TestedRow } from '@relato/testing/drill-result';
import { createDrillClient } from '../world/client.ts';
import { createDrillWorld } from '../world/world.ts';

const clients = 24;
const roundMs = 3_000;
/** The length of a tick, in which Linux counts the time of a process. */
const tickMs = 10;

/** Returns the processor time of a process so far, in milliseconds; 0 where there is no /proc. */
function readCpuMs(pid: number | undefined): number {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = after.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return 0;
  }
}

/**
 * Measures how many pages of the feed one web server and two give to users behind nginx, in turns. If all processors of the
 * machine are in use by then, two cannot give more: the servers' own processor time for a page tells whether two machines
 * would.
 */
export async function measureThroughput(rounds: number): Promise<TestedRow> {
  const world = await createDrillWorld();
  const startWeb = async () => world.start({ ROLE: 'web', PORT: String(await findFreePort()) });
  const proxies: Nginx[] = [];
  const pages = [0, 0];
  const cpuMs = [0, 0];
  try {
    const webs = await Promise.all([startWeb(), startWeb()]);
    await Promise.all(webs.map((web) => web.ready()));
    const urls = webs.map(({ url }) => url);
    for (const servers of [urls.slice(0, 1), urls]) proxies.push(await startNginx({ servers }));
    for (let round = 0; round < rounds * 2; round += 1) {
      const turn = round % 2;
      const client = createDrillClient(() => proxies[turn]?.url ?? '');
      const before = webs.map(({ process }) => readCpuMs(process.pid));
      const endsAtMs = performance.now() + roundMs;
      await Promise.all(
        Array.from({ length: clients }, async (_, n) => {
          for (let asked = 0; performance.now() < endsAtMs; asked += 1) {
            const address = `10.${round}.${asked >> 4}.${n}`;
            await client.ask({ ...world.userAt(n), address }, 'stories.feed', {});
            pages[turn] = (pages[turn] ?? 0) + 1;
          }
        }),
      );
      webs.forEach(({ process }, n) => {
        cpuMs[turn] = (cpuMs[turn] ?? 0) + readCpuMs(process.pid) - (before[n] ?? 0);
      });
    }
  } finally {
    for (const proxy of proxies) await proxy.close();
    await world.close();
  }
  const [one = 0, two = 0] = pages;
  const [ofOne, ofTwo] = [0, 1].map((turn) => ((cpuMs[turn] ?? 0) / (pages[turn] ?? 1)).toFixed(2));
  const perSecond = (count: number) => Math.round(count / ((rounds * roundMs) / 1_000));
  return {
    fault: `throughput: ${perSecond(one)}/s by one server, ${perSecond(two)}/s by two (${(two / one).toFixed(2)}); ${ofOne} and ${ofTwo} ms of their processors for a page`,
    tries: rounds,
    problems: [],
  };
}
