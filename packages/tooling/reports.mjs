// What the runs of tests left in `.reports` of each workspace.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './bootstrap.mjs';

export const workspaces = ['apps', 'packages'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => join(root, group, name)),
);

const reportNames = {
  'test:unit': 'vitest.json',
  'test:integration': 'vitest.json',
  'test:e2e': 'playwright.json',
};

function readReport(workspace, name) {
  const file = join(workspace, '.reports', name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

const readManifest = (workspace) => JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
export const nameOf = (workspace) => readManifest(workspace).name;

/** Before a run, so that nothing of an earlier one counts. */
export function deleteReports() {
  for (const workspace of workspaces) rmSync(join(workspace, '.reports'), { recursive: true, force: true });
}

/** Turbo has no complaint about a task that something outside has ended: what ran has left its report. */
function* listUnreported(workspace) {
  const { scripts = {} } = readManifest(workspace);
  for (const [script, name] of Object.entries(reportNames))
    if (script in scripts && readReport(workspace, name) === null)
      yield `${script} of ${relative(root, workspace)} ended without a report`;
}

function* listVitest(report) {
  for (const { name, assertionResults } of report?.testResults ?? [])
    for (const { ancestorTitles, title, status, failureMessages } of assertionResults)
      yield {
        file: relative(root, name),
        titles: [...ancestorTitles, title],
        // What a filter left out did not run.
        outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
        messages: failureMessages,
      };
}

const playwrightOutcomes = { expected: 'passed', skipped: 'skipped', unexpected: 'failed', flaky: 'failed' };

/** What failed in each run of a browser test, and what was on the screen then: a CI keeps no picture of it. */
function* listMessages(results) {
  for (const { errors, attachments } of results) {
    for (const { message } of errors) yield message;
    const context = attachments.find(({ name }) => name === 'error-context')?.path;
    if (context === undefined || !existsSync(context)) continue;
    const screen = /^```yaml\n(.*?)^```/ms.exec(readFileSync(context, 'utf8'))?.[1];
    if (screen) yield `On the screen:\n${screen}`;
  }
}

function* listPlaywright(suites, ancestors = []) {
  for (const { title, suites: inner = [], specs = [] } of suites) {
    yield* listPlaywright(inner, [...ancestors, title]);
    for (const spec of specs)
      for (const { projectName, status, results } of spec.tests)
        yield {
          file: `apps/web/e2e/${spec.file}:${spec.line} (${projectName})`,
          // The first title is that of the file.
          titles: [...ancestors, title, spec.title].slice(1),
          outcome: playwrightOutcomes[status] ?? 'failed',
          messages: Array.from(listMessages(results)),
        };
  }
}

/** Every test that ran, or was left out: where it is, its titles from the outermost, its outcome, what failed. */
export const listTests = () =>
  workspaces.flatMap((workspace) => [
    ...listVitest(readReport(workspace, 'vitest.json')),
    ...listPlaywright(readReport(workspace, 'playwright.json')?.suites ?? []),
  ]);

function* listBroken(workspace) {
  for (const { name, status, message, assertionResults } of readReport(workspace, 'vitest.json')
    ?.testResults ?? [])
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      yield `${relative(root, name)}\n${message}`;
  for (const { message } of readReport(workspace, 'playwright.json')?.errors ?? [])
    yield `${relative(root, workspace)}\n${message}`;
  yield* listUnreported(workspace);
}

/** What failed without being a test: a file that cannot be loaded, a task that ended before its report. */
export const listBrokenRuns = () => workspaces.flatMap((workspace) => Array.from(listBroken(workspace)));
