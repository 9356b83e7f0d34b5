import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from '../data/data-folder.ts';
import { listPopular } from '../data/facts.ts';
import { median } from '../load/statistics.ts';
import { peersDir } from '../processes/peers.ts';
import type { Row } from '../report/rows.ts';
import type { Workload } from './bench.ts';

const run = promisify(execFile);
const timeoutMs = 150_000;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const minPerformance = 95;

type Scores = Readonly<Record<(typeof categories)[number], number>>;

/** Runs Lighthouse as a phone once. Returns its scores of 100. */
async function audit(url: string, file: string): Promise<Scores> {
  const script = join(peersDir, 'node_modules', 'lighthouse', 'cli', 'index.js');
  const flags = '--headless --no-sandbox --disable-dev-shm-usage';
  const args = [
    script,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=${flags}`,
  ];
  await run(process.execPath, args, {
    timeout: timeoutMs,
    env: { ...process.env, CHROME_PATH: process.env.RELATO_CHROMIUM },
  });
  const result = JSON.parse(await readFile(file, 'utf8')) as {
    categories: Record<string, { score: number | null }>;
  }; // Lighthouse's own format
  const scores = categories.map((name) => [name, Math.round((result.categories[name]?.score ?? 0) * 100)]);
  return Object.fromEntries(scores) as Scores; // one for each category
}

/** Lighthouse's mobile scores of the first screens. */
export const measureLighthouse: Workload = async ({ relato, world, isLong }) => {
  const folder = join(cacheDir, 'lighthouse');
  await mkdir(folder, { recursive: true });
  const rows: Row[] = [];
  for (const [index, address] of ['/', '/search', `/?story=${listPopular(world, 3).at(-1)}`].entries()) {
    const runs: Scores[] = [];
    for (let turn = 0; turn < (isLong ? 5 : 1); turn += 1)
      runs.push(await audit(relato.origin + address, join(folder, `${index}-${turn}.json`)));
    const scores = categories.map((name) => median(runs.map((each) => each[name])));
    const [performance = 0, ...others] = scores;
    rows.push({
      workload: `Lighthouse, mobile, \`${address.replace(/=.*/, '=')}\``,
      bar: `performance ≥ ${minPerformance}, the others 100`,
      measured: categories.map((name, place) => `${name} **${scores[place]}**`).join(', '),
      holds: performance >= minPerformance && others.every((score) => score === 100),
    });
  }
  return rows;
};
