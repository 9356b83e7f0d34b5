// Reads the reports of test runs from `.reports` in each workspace.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../bootstrap.mjs';

export interface Workspace {
  /** The path from the root, such as `apps/web`. */
  readonly folder: string;
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
}

export interface TestResult {
  /** The path from the root, for a browser test with its line and project. */
  readonly file: string;
  /** The titles from the outermost group to the test. */
  readonly titles: readonly string[];
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly messages: readonly string[];
}

interface VitestReport {
  readonly testResults: ReadonlyArray<{
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: ReadonlyArray<{
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }>;
  }>;
}

interface PlaywrightRun {
  readonly errors: ReadonlyArray<{ readonly message: string }>;
  readonly attachments: ReadonlyArray<{ readonly name: string; readonly path?: string }>;
}

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: ReadonlyArray<{
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: ReadonlyArray<{
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly PlaywrightRun[];
    }>;
  }>;
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: ReadonlyArray<{ readonly message: string }>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Reads the package.json of each workspace. */
export function readWorkspaces(): Workspace[] {
  const folders = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  return folders.flatMap((folder) => {
    const manifest = join(root, folder, 'package.json');
    if (!existsSync(manifest)) return [];
    const { name, scripts = {} } = readJson(manifest) as Partial<Workspace> & { name: string };
    return [{ folder, name, scripts }];
  });
}

function readReport({ folder }: Workspace, name: string): unknown {
  const file = join(root, folder, '.reports', name);
  return existsSync(file) ? readJson(file) : null;
}

const readVitest = (workspace: Workspace): VitestReport | null =>
  readReport(workspace, 'vitest.json') as VitestReport | null;
const readPlaywright = (workspace: Workspace): PlaywrightReport | null =>
  readReport(workspace, 'playwright.json') as PlaywrightReport | null;

const readers: Readonly<Record<string, (workspace: Workspace) => unknown>> = {
  'test:unit': readVitest,
  'test:integration': readVitest,
  'test:e2e': readPlaywright,
};

/** Deletes the reports of earlier runs, so that only the next run counts. */
export function deleteReports(): void {
  for (const { folder } of readWorkspaces())
    rmSync(join(root, folder, '.reports'), { recursive: true, force: true });
}

function* toVitestResults({ testResults }: VitestReport): Generator<TestResult> {
  for (const { name, assertionResults } of testResults)
    for (const { ancestorTitles, title, status, failureMessages } of assertionResults)
      yield {
        file: relative(root, name),
        titles: [...ancestorTitles, title],
        outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
        messages: failureMessages,
      };
}

/** Lists the failures of a browser test with the content of its screen, because CI keeps no pictures. */
function* listMessages(runs: readonly PlaywrightRun[]): Generator<string> {
  for (const { errors, attachments } of runs) {
    for (const { message } of errors) yield message;
    const context = attachments.find(({ name }) => name === 'error-context')?.path;
    if (context === undefined || !existsSync(context)) continue;
    const screen = /^```yaml\n(.*?)^```/ms.exec(readFileSync(context, 'utf8'))?.[1];
    if (screen) yield `On the screen:\n${screen}`;
  }
}

/** A flaky test counts as failed. */
const playwrightOutcomes: Readonly<Record<string, TestResult['outcome']>> = {
  expected: 'passed',
  skipped: 'skipped',
};

function* toPlaywrightResults(
  suites: readonly PlaywrightSuite[],
  ancestors: readonly string[] = [],
): Generator<TestResult> {
  for (const { title, suites: inner = [], specs = [] } of suites) {
    yield* toPlaywrightResults(inner, [...ancestors, title]);
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

/** Lists every test that ran or was skipped. */
export const listTests = (workspaces: readonly Workspace[]): TestResult[] =>
  workspaces.flatMap((workspace) => [
    ...toVitestResults(readVitest(workspace) ?? { testResults: [] }),
    ...toPlaywrightResults(readPlaywright(workspace)?.suites ?? []),
  ]);

function* listBroken(workspace: Workspace): Generator<string> {
  for (const { name, status, message, assertionResults } of readVitest(workspace)?.testResults ?? [])
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      yield `${relative(root, name)}\n${message}`;
  for (const { message } of readPlaywright(workspace)?.errors ?? []) yield `${workspace.folder}\n${message}`;
  // Turborepo does not report a task that was killed from outside, but such a task leaves no report.
  for (const [script, read] of Object.entries(readers))
    if (script in workspace.scripts && read(workspace) === null)
      yield `${script} of ${workspace.folder} ended without a report`;
}

/** Lists failures outside of tests: files that do not load, and tasks that ended before their report. */
export const listBrokenRuns = (workspaces: readonly Workspace[]): string[] =>
  workspaces.flatMap((workspace) => Array.from(listBroken(workspace)));
