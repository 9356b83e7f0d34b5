import { prepareDataFolder } from '../data/data-folder.ts';
import { startRelato, type Relato } from '../processes/relato.ts';
import { compare } from '../load/compare.ts';
import { ms, times } from '../report/figures.ts';
import type { Workload } from './bench.ts';
import { firstPages } from './feed-pages.ts';

const maxRatio = 1.5;
const fullStories = 10_000_000;

/** The feed on databases of growing size, one client, in turn. */
export const measureGrowth: Workload = async (bench) => {
  const { relato, world, maker, rounds, isFull, report } = bench;
  const sizes = [1_000, 100_000, ...(isFull ? [fullStories] : [])].filter((size) => size !== world.stories);
  const others: Relato[] = [];
  try {
    const servers = [{ stories: world.stories, server: relato }];
    for (const stories of sizes) {
      const { dataDir } = await prepareDataFolder(stories, report);
      const server = await startRelato(dataDir);
      others.push(server);
      servers.push({ stories, server });
    }
    const sorted = servers.toSorted((a, b) => a.stories - b.stories);
    const targets = sorted.map(({ stories, server }) => ({
      name: String(stories),
      requests: firstPages,
      ...server,
    }));
    const measured = await compare(maker, targets, { ...rounds, connections: 1 });
    const points = sorted.map(({ stories }, index) => ({
      stories,
      p50Ms: measured[index]?.p50Ms ?? Number.NaN,
    }));
    const smallest = points[0]?.p50Ms ?? Number.NaN;
    const ratio = Math.max(...points.map(({ p50Ms }) => p50Ms)) / smallest;
    return [
      {
        workload: `growth of the feed, ${points.map(({ stories }) => stories.toLocaleString('en')).join(' → ')} stories`,
        bar: `p50 ≤ ${maxRatio} × that of 1,000`,
        measured: `**${times(ratio)}**: ${points.map(({ p50Ms }) => ms(p50Ms)).join(' → ')}`,
        holds: ratio <= maxRatio,
        points,
      },
    ];
  } finally {
    await Promise.all(others.map((server) => server.stop()));
  }
};
