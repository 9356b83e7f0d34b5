// `npm test`: the static checks, then unit, integration and browser tests; ends with one line of counts.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { main, prepare, root, run, say } from './bootstrap.mjs';
import { ensureChromium } from './browsers.mjs';

const workspaces = ['apps', 'packages'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => join(root, group, name)),
);
const readReport = (workspace, name) => {
  const file = join(workspace, '.reports', name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
};

function countTests() {
  let passed = 0;
  let failed = 0;
  for (const workspace of workspaces) {
    const vitest = readReport(workspace, 'vitest.json');
    passed += vitest?.numPassedTests ?? 0;
    // A file that cannot be loaded fails as a suite and counts no test.
    failed += Math.max(vitest?.numFailedTests ?? 0, vitest?.success === false ? 1 : 0);
    const playwright = readReport(workspace, 'playwright.json');
    passed += playwright?.stats.expected ?? 0;
    failed += (playwright?.stats.unexpected ?? 0) + (playwright?.stats.flaky ?? 0);
  }
  return { passed, failed };
}

await main(async () => {
  const env = await prepare();
  const chromium = await ensureChromium(env);
  if (chromium) env.RELATO_CHROMIUM = chromium;
  for (const workspace of workspaces) rmSync(join(workspace, '.reports'), { recursive: true, force: true });
  const quiet = '--output-logs=errors-only';
  const shown = ['--output-logs=new-only', '--log-order=grouped', '--concurrency=2', '--continue'];
  const stages = [
    ['typecheck', 'lint', 'format:check', 'unused', 'structure', quiet, '--continue'],
    ['test:unit', 'test:integration', ...shown],
    // Alone: a recording of ten seconds takes ten seconds, whatever else the machine does.
    ['test:e2e', ...shown],
  ];
  let failedStages = 0;
  for (const args of stages) {
    const code = await run(env, 'turbo', ['run', ...args]);
    if (code !== 0) failedStages += 1;
  }
  const { passed, failed } = countTests();
  say(`${passed} passed, ${Math.max(failed, failedStages)} failed`);
  return failedStages === 0 && failed === 0 && passed > 0 ? 0 : 1;
});
