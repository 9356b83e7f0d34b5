// `npm test`: the static checks, then unit, integration and browser tests; ends with one line of counts.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Failure, main, prepare, root, run, say } from './bootstrap.mjs';
import { ensureBrowsers } from './browsers.mjs';

const workspaces = ['apps', 'packages'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => join(root, group, name)),
);
const readReport = (workspace, name) => {
  const file = join(workspace, '.reports', name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
};

const reportNames = {
  'test:unit': 'vitest.json',
  'test:integration': 'vitest.json',
  'test:e2e': 'playwright.json',
};

/** Turbo has no complaint about a task that something outside has ended: what ran has left its report. */
function* listUnreported(workspace) {
  const { scripts = {} } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
  for (const [script, name] of Object.entries(reportNames))
    if (script in scripts && readReport(workspace, name) === null)
      yield `${script} of ${relative(root, workspace)} ended without a report`;
}

const withAncestors = ({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > ');

/** What failed, again and together: the log of a long run may reach its reader cut. */
function* listFailures(report) {
  for (const file of report?.testResults ?? []) {
    if (file.status === 'failed' && file.message) yield `${file.name}\n${file.message}`;
    for (const test of file.assertionResults)
      if (test.status === 'failed')
        yield `${file.name} > ${withAncestors(test)}\n${test.failureMessages.join('\n')}`;
  }
}

function* listBrowserFailures(suites) {
  for (const { suites: inner = [], specs = [] } of suites) {
    yield* listBrowserFailures(inner);
    for (const { file, line, title, tests } of specs)
      for (const { projectName, status, results } of tests)
        if (status === 'unexpected' || status === 'flaky') {
          const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message));
          yield `${file}:${line} > ${title} (${projectName})\n${messages.join('\n')}`;
        }
  }
}

function countTests() {
  let passed = 0;
  let failed = 0;
  const failures = [];
  for (const workspace of workspaces) {
    const vitest = readReport(workspace, 'vitest.json');
    passed += vitest?.numPassedTests ?? 0;
    // A file that cannot be loaded fails as a suite and counts no test.
    failed += Math.max(vitest?.numFailedTests ?? 0, vitest?.success === false ? 1 : 0);
    failures.push(...listFailures(vitest));
    const playwright = readReport(workspace, 'playwright.json');
    failures.push(...listBrowserFailures(playwright?.suites ?? []));
    passed += playwright?.stats.expected ?? 0;
    failed += (playwright?.stats.unexpected ?? 0) + (playwright?.stats.flaky ?? 0);
    const unreported = [...listUnreported(workspace)];
    failed += unreported.length;
    failures.push(...unreported);
  }
  return { passed, failed, failures };
}

await main(async () => {
  const env = await prepare();
  await ensureBrowsers(env, ['chromium', 'firefox']);
  for (const workspace of workspaces) rmSync(join(workspace, '.reports'), { recursive: true, force: true });
  const quiet = '--output-logs=errors-only';
  const shown = ['--output-logs=new-only', '--log-order=grouped', '--concurrency=2', '--continue'];
  const stages = [
    [
      'typecheck',
      'lint',
      'format:check',
      'unused',
      'structure',
      'policies',
      'specification',
      quiet,
      '--continue',
    ],
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
  const { passed, failed, failures } = countTests();
  for (const failure of failures) say(`FAILED ${failure}\n`);
  say(`${passed} passed, ${Math.max(failed, failedStages)} failed`);
  return failedStages === 0 && failed === 0 && passed > 0 ? 0 : 1;
});
