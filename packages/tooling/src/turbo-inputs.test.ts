import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../bootstrap.mjs';

/** A task in the output of `turbo run --dry=json`. */
interface Task {
  readonly taskId: string;
  readonly command: string;
  /** The folder of its workspace. */
  readonly directory: string;
  /** The hashes by path from that folder. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly dependencies: readonly string[];
}

const options = { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 } as const;
const withFolders = (files: readonly string[]): ReadonlySet<string> => {
  const all = new Set(files);
  for (const path of all) if (dirname(path) !== '.') all.add(dirname(path));
  return all;
};

/** Lists the files and folders outside of its workspace that a file names, relative to itself or to the root. */
function listNamed(path: string, workspace: string, existing: ReadonlySet<string>): readonly string[] {
  const literals = readFileSync(join(root, path), 'utf8').matchAll(/(['"`])((?:[\w.-]+\/)*[\w.-]+)\/?\1/g);
  return Array.from(literals, ([, , literal = '']) =>
    literal.startsWith('.') ? posix.join(posix.dirname(path), literal) : literal,
  ).filter(
    (named) =>
      existing.has(named) &&
      /[./]/.test(named) &&
      !named.startsWith(`${workspace}/`) &&
      !existing.has(posix.join(workspace, named)),
  );
}

it('turbo repeats the tests of a package after a change of a file that they name', () => {
  const turbo = join(root, 'node_modules/.bin/turbo');
  const dryRun = execFileSync(turbo, ['run', 'test:unit', 'test:integration', '--dry=json'], options);
  const plan: { tasks: readonly Task[]; globalCacheInputs: { files: Record<string, string> } } =
    JSON.parse(dryRun);
  const tasks = new Map(plan.tasks.map((task) => [task.taskId, task]));
  /** Lists the inputs of a task and of its dependencies, which are the sources of all imported packages. */
  const listCovered = (id: string): readonly string[] => {
    const { directory = '', inputs = {}, dependencies = [] } = tasks.get(id) ?? {};
    return [
      ...Object.keys(inputs).map((path) => posix.join(directory, path)),
      ...dependencies.flatMap(listCovered),
    ];
  };
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], options);
  const existing = withFolders(listed.trim().split('\n'));
  const uncovered = plan.tasks
    .filter(({ command, taskId }) => command.includes('vitest') && !taskId.startsWith('@relato/tooling#'))
    .flatMap(({ taskId, directory }) => {
      const files = [...new Set(listCovered(taskId))];
      const covered = withFolders([...files, ...Object.keys(plan.globalCacheInputs.files)]);
      const readers = files.filter(
        (path) => /\.(?:tsx?|mjs)$/.test(path) && existing.has(path) && path.startsWith(`${directory}/src/`),
      );
      return readers.flatMap((path) =>
        listNamed(path, path.split('/', 2).join('/'), existing)
          .filter((named) => !covered.has(named))
          .map((named) => `${taskId} misses ${named}: ${path} names it`),
      );
    });
  expect(plan.tasks.length).toBeGreaterThan(20);
  expect(uncovered).toEqual([]);
});
