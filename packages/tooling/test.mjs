// `npm test`: the static checks, then unit, integration and browser tests; ends with the table of SECURITY.md and one
// line of counts.
import { Failure, main, prepare, run, say } from './bootstrap.mjs';
import { ensureBrowsers } from './browsers.mjs';
import { deleteReports, listBrokenRuns, listTests } from './reports.mjs';
import { printSecurityTable } from './security-table.mjs';

await main(async () => {
  const env = await prepare();
  await ensureBrowsers(env, ['chromium', 'firefox']);
  deleteReports();
  const quiet = '--output-logs=errors-only';
  const shown = ['--output-logs=new-only', '--log-order=grouped', '--concurrency=2', '--continue'];
  const checks = ['typecheck', 'lint', 'format:check', 'unused', 'structure', 'policies', 'specification'];
  const stages = [
    [...checks, quiet, '--continue'],
    ['test:unit', 'test:integration', ...shown],
    // Alone: a recording of ten seconds takes ten seconds, whatever else the machine does.
    ['test:e2e', ...shown],
  ];
  // A stage that a Ctrl-C ended may say that all went well.
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (interrupted = true));
  let failedStages = 0;
  for (const args of stages) {
    if (interrupted) break;
    const code = await run(env, 'turbo', ['run', ...args]);
    if (code !== 0) failedStages += 1;
  }
  if (interrupted) throw new Failure('Interrupted.');
  const tests = listTests();
  const broken = listBrokenRuns();
  const brokenRows = printSecurityTable(tests);
  const passed = tests.filter(({ outcome }) => outcome === 'passed').length;
  const failures = tests.filter(({ outcome }) => outcome === 'failed');
  // What failed, again and together: the log of a long run may reach its reader cut.
  for (const { file, titles, messages } of failures)
    say(`FAILED ${file} > ${titles.join(' > ')}\n${messages.join('\n')}\n`);
  for (const text of broken) say(`FAILED ${text}\n`);
  const failed = Math.max(failures.length + broken.length, failedStages, brokenRows);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
});
