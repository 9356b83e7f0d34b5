import type { Workload } from '../bench.ts';
import { prepareDataFolder } from '../data/data-folder.ts';
import { compare } from '../load/compare.ts';
import { startRelato, type Relato } from '../processes/relato.ts';
import { ms, times } from '../report/rows.ts';
import { firstPages } from './calls.ts';

const maxRatio = 1.5;
const fullStories = 10_000_000;

/** The feed on databases of growing size, one client, in turn. */
export const measureGrowth: Workload = async ({ relato, stories, rounds, isFull, report }) => {
  const others = [1_000, 100_000, ...(isFull ? [fullStories] : [])];
  const sizes = [...new Set([...others, stories])].toSorted((a, b) => a - b);
  const servers: Relato[] = [];
  try {
    for (const size of sizes)
      servers.push(size === stories ? relato : await startRelato(await prepareDataFolder(size, report)));
    const targets = servers.map((server) => ({ ...server, requests: firstPages }));
    const measured = await compare(targets, { ...rounds, connections: 1 });
    const [smallest = Number.NaN, ...larger] = measured.map(({ p50Ms }) => p50Ms);
    const ratio = Math.max(...larger) / smallest;
    return [
      {
        workload: `growth of the feed, ${sizes.map((size) => size.toLocaleString('en')).join(' → ')} stories`,
        bar: `p50 ≤ ${maxRatio} × that of 1,000`,
        measured: `**${times(ratio)}**: ${[smallest, ...larger].map(ms).join(' → ')}`,
        holds: ratio <= maxRatio,
      },
    ];
  } finally {
    for (const server of servers) if (server !== relato) await server.stop();
  }
};
