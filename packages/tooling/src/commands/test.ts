// `npm test` runs the static checks, then unit, integration and browser tests. Ends with the table of SECURITY.md and a line
// of counts. `--long` adds tests that measure time, and more of Firefox.
import { Failure, main, run, say } from '../../bootstrap.mjs';
import { ensureBrowsers } from '../browsers.ts';
import { ensureNginx } from '../nginx.ts';
import { deleteReports, listBrokenRuns, listTests, readWorkspaces } from '../reports.ts';
import { readSecurityRows, toSecurityTable } from '../security-table.ts';
import { staticChecks, testOptions } from '../stages.ts';

/** Of a stage. One that hangs is ended, and the results of the others are still told. */
const timeLimitMs = process.argv.includes('--long') ? 7_200_000 : 1_800_000;
const stages = [
  staticChecks,
  ['test:unit', 'test:integration', 'build', ...testOptions],
  // The browser tests run alone, because a recording of ten seconds takes ten seconds on any machine.
  ['test:e2e', ...testOptions],
];

await main(async () => {
  const env = ensureBrowsers(process.env, ['chromium', 'firefox']);
  ensureNginx(env);
  if (process.argv.includes('--long')) env.RELATO_LONG = '1';
  deleteReports();
  // Turborepo may report success for a stage that Ctrl-C ended.
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (interrupted = true));
  let failedStages = 0;
  for (const args of stages) {
    if (interrupted) break;
    const code = await run(env, 'turbo', ['run', ...args], { timeout: timeLimitMs });
    if (code !== 0) failedStages += 1;
  }
  if (interrupted) throw new Failure('Interrupted.');
  const workspaces = readWorkspaces();
  const tests = listTests(workspaces);
  const broken = listBrokenRuns(workspaces);
  const table = toSecurityTable(readSecurityRows(), tests);
  say(table.text);
  const passed = tests.filter(({ outcome }) => outcome === 'passed').length;
  const failures = tests.filter(({ outcome }) => outcome === 'failed');
  // The end repeats all failures, because the log of a long run may be cut.
  for (const { file, titles, messages } of failures)
    say(`FAILED ${file} > ${titles.join(' > ')}\n${messages.join('\n')}\n`);
  for (const text of broken) say(`FAILED ${text}\n`);
  const failed = Math.max(failures.length + broken.length, failedStages, table.broken);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
});
