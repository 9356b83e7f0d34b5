import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readCosts } from './read-costs.ts';
import { peak, simulateDay } from './simulate-day.ts';
import { averageVisit, toUse } from './visits.ts';
import { writeFigures } from './write-figures.ts';

const readPage = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../docs/${name}`, import.meta.url)), 'utf8');
const page = readPage('performance.md');
const costs = readCosts(page);

it('the costs are those of the page, and one that is missing is named', () => {
  const row =
    '| vote, many stories | bar | **0.66**: 1,266/s (1,239–1,310), 0.40 + 0.75 ms of CPU; another 0.1 + 0.7 ms of CPU |';
  const others = page.split('\n').filter((line) => !line.startsWith('| vote, many'));
  expect(readCosts([row, ...others].join('\n')).vote).toEqual({ serverMs: 0.4, postgresMs: 0.75 });
  expect(() => readCosts(others.join('\n'))).toThrow(
    "docs/performance.md has no cost of 'vote, many stories'",
  );
});

/** Without the widths of columns. */
const toWords = (text: string): string => text.replaceAll(/-+/g, '-').replaceAll(/\s+/g, ' ').trim();

it('docs/growing.md has the figures that `pnpm --filter @relato/bench run growth` prints', () => {
  expect(toWords(readPage('growing.md'))).toContain(toWords(writeFigures(costs)));
});

describe('a simulated day', () => {
  const visitsADay = 20_000;
  const day = simulateDay(visitsADay, costs, 1);

  it('is the same for a seed, and another for another', () => {
    const again = [1, 2].map((seed) => simulateDay(500, costs, seed));
    expect(simulateDay(500, costs, 1)).toEqual(again[0]);
    expect(again[1]).not.toEqual(again[0]);
  });

  it('uses what the sums say', () => {
    const sum = toUse(averageVisit, costs);
    expect(day.visits / visitsADay).toBeCloseTo(1, 1);
    const names = ['serverMs', 'postgresMs', 'soundBytes', 'otherBytes'] as const;
    const ratios = names.map((name) => day.total[name] / (sum[name] * day.visits));
    expect(ratios).toEqual(names.map(() => expect.closeTo(1, 1)));
  });

  it('has a second above the average of the evening, by the chance of visits that meet', () => {
    const evening = (toUse(averageVisit, costs).serverMs * visitsADay * peak) / 86_400;
    expect(day.busiestSecond.serverMs).toBeGreaterThan(evening);
    expect(day.busiestSecond.serverMs).toBeLessThan(evening * 3);
  });
});
