// `npm run mutation` changes the pure rules one place at a time, and lists the changes that no test notices. Takes names of
// areas, or runs all of them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure, main, root, run, say } from '../../bootstrap.mjs';
import { areas, type Area } from '../mutation/areas.ts';
import { toScore, withoutSurvivors, type MutationReport, type Score } from '../mutation/report.ts';

const cache = join(root, '.cache/mutation');
const stryker = fileURLToPath(new URL('../../bin/stryker.js', import.meta.resolve('@stryker-mutator/core')));

/** Makes Stryker retry survivors, because it does not see that a new test may notice a change of a module's constants. */
function forgetSurvivors(incrementalFile: string): void {
  if (!existsSync(incrementalFile)) return;
  const known = JSON.parse(readFileSync(incrementalFile, 'utf8')) as MutationReport;
  writeFileSync(incrementalFile, JSON.stringify(withoutSurvivors(known)));
}

async function runArea(name: string, { folder, rules, tests }: Area): Promise<Score> {
  const configFile = join(cache, `${name}.config.json`);
  const fileName = join(cache, `${name}.report.json`);
  const incrementalFile = join(cache, `${name}.incremental.json`);
  forgetSurvivors(incrementalFile);
  const config = {
    testRunner: 'vitest',
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    vitest: { configFile: join(root, 'packages/tooling/vitest/mutation.config.ts') },
    mutate: rules,
    reporters: ['json'],
    jsonReporter: { fileName },
    // Repeats only the changes since the last run.
    incremental: true,
    incrementalFile,
    // Constants that are evaluated when their module loads would need a separate run for each change.
    ignoreStatic: false,
    tempDirName: '.stryker-tmp',
    // Stryker rewrites it with an API that TypeScript 7 lacks, so that the one around the copy is used instead.
    tsconfigFile: 'none.json',
    ignorePatterns: ['tsconfig.json'],
    allowConsoleColors: false,
    concurrency: 2,
    timeoutMS: 20_000,
  };
  mkdirSync(dirname(configFile), { recursive: true });
  writeFileSync(configFile, JSON.stringify(config));
  const env = { ...process.env, MUTATION_TESTS: tests.join(' ') };
  const code = await run(env, 'node', [stryker, 'run', configFile], { cwd: join(root, folder) });
  if (code !== 0) throw new Failure(`Stryker ended with ${code} in ${folder}.`);
  const report = JSON.parse(readFileSync(fileName, 'utf8')) as MutationReport;
  return toScore(folder, report);
}

await main(async () => {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(areas);
  const scores: Score[] = [];
  for (const name of names) {
    const area = areas[name];
    if (!area) throw new Failure(`There is no area '${name}': ${Object.keys(areas).join(', ')}`);
    const score = await runArea(name, area);
    say(
      `${name}: ${score.killed} of ${score.killed + score.survivors.length} changes noticed, ${score.excused} excused`,
    );
    scores.push(score);
  }
  const survivors = scores.flatMap((score) => score.survivors);
  const killed = scores.reduce((sum, score) => sum + score.killed, 0);
  for (const survivor of survivors) say(survivor);
  say(`mutation score: ${killed} of ${killed + survivors.length}`);
  return survivors.length === 0 ? 0 : 1;
});
