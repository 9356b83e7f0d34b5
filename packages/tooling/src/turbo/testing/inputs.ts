// Finds files that tasks of Turborepo read, but whose change would leave the task cached.
import { posix } from 'node:path';
import { isCode, isTestCode, toWorkspace, type Tree } from '../../structure/tree.ts';

/** A task as `turbo run --dry=json` describes it. */
export interface Task {
  readonly taskId: string;
  /** The name of the task without that of its package. */
  readonly task: string;
  /** The folder of its workspace. */
  readonly directory: string;
  readonly command: string;
  /** By path from the folder of the workspace. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly dependencies: readonly string[];
}

export interface Plan {
  readonly tasks: readonly Task[];
  readonly globalCacheInputs: { readonly files: Readonly<Record<string, string>> };
}

export interface Uncovered {
  readonly taskId: string;
  readonly path: string;
  readonly because: string;
}

/** The command of a task that its package has no script for. */
const noCommand = '<NONEXISTENT>';

interface Read {
  readonly path: string;
  readonly because: string;
}

/** Lists the files whose change runs a task again: its inputs and those of the tasks that it depends on. */
function listCovered({ tasks, globalCacheInputs }: Plan, task: Task): ReadonlySet<string> {
  const byId = new Map(tasks.map((each) => [each.taskId, each]));
  const covered = new Set(Object.keys(globalCacheInputs.files));
  const seen = new Set<Task>();
  const visit = (each: Task): void => {
    if (seen.has(each)) return;
    seen.add(each);
    for (const path of Object.keys(each.inputs)) covered.add(posix.join(each.directory, path));
    for (const id of each.dependencies) {
      const dependency = byId.get(id);
      if (dependency) visit(dependency);
    }
  };
  visit(task);
  return covered;
}

/** Lists the files that sources import, with what those import in turn. */
function listImported(tree: Tree, starts: readonly string[]): ReadonlyMap<string, string> {
  const importers = new Map<string, string>();
  const queue = [...starts];
  const seen = new Set(queue);
  for (const path of queue)
    for (const { file } of tree.get(path)?.imports ?? []) {
      if (file === null || seen.has(file) || !tree.has(file)) continue;
      seen.add(file);
      importers.set(file, path);
      queue.push(file);
    }
  return importers;
}

const literalPattern = /(['"`])((?:\.{1,2}\/)[^'"`\s$]*|[\w.]+\/[^'"`\s$]*|[\w-]+\.(?:json|yaml|md))\1/g;

/** Lists the files and folders of the repository that the text of a file names, relative to itself or to the root. */
function* listNamed(path: string, text: string, isThere: (path: string) => boolean): Generator<string> {
  for (const [, , literal = ''] of text.matchAll(literalPattern)) {
    const named = literal.startsWith('.') ? posix.join(posix.dirname(path), literal) : literal;
    const bare = named.replace(/\/$/, '');
    if (isThere(bare) && !isThere(posix.join(toWorkspace(path), literal))) yield bare;
  }
}

/** The sources of this workspace name paths of the whole repository, most of them of made-up trees. */
const namesWithoutReading = 'packages/tooling';

/** The sources that a task runs or checks, by their paths. */
const runs: Readonly<Record<string, (path: string) => boolean>> = {
  typecheck: () => true,
  'test:unit': (path) => path.includes('/src/'),
  'test:integration': (path) => path.includes('/src/'),
};

function* listReads(tree: Tree, task: Task, isThere: (path: string) => boolean): Generator<Read> {
  for (const [, config = ''] of task.command.matchAll(/--config (\S+)/g))
    yield { path: posix.join(task.directory, config), because: 'its command names it' };
  const isRun = runs[task.task];
  if (!isRun) return;
  const own = [...tree.keys()].filter(
    (path) => toWorkspace(path) === task.directory && isCode(path) && isRun(path),
  );
  const imported = listImported(tree, own);
  for (const [path, importer] of imported) yield { path, because: `${importer} imports it` };
  if (task.task === 'typecheck' || task.directory === namesWithoutReading) return;
  const texts = [...own, ...[...imported.keys()].filter(isTestCode)];
  for (const path of texts)
    for (const named of listNamed(path, tree.get(path)?.text ?? '', isThere))
      yield { path: named, because: `${path} names it` };
}

/**
 * Lists what tasks read and their inputs miss. `files` are all files of the repository; a folder counts as covered when
 * any of its files is.
 */
export function listUncovered(tree: Tree, plan: Plan, files: readonly string[]): Uncovered[] {
  const folders = new Set(files.flatMap((file) => listFolders(file)));
  const known = new Set(files);
  const isThere = (path: string): boolean => known.has(path) || folders.has(path);
  return plan.tasks.flatMap((task) => {
    if (task.command === noCommand) return [];
    const covered = listCovered(plan, task);
    const coveredFolders = new Set([...covered].flatMap((file) => listFolders(file)));
    const missing = new Map<string, Uncovered>();
    for (const { path, because } of listReads(tree, task, isThere))
      if (toWorkspace(path) !== task.directory && !covered.has(path) && !coveredFolders.has(path))
        missing.set(path, { taskId: task.taskId, path, because });
    return [...missing.values()];
  });
}

/** Lists the folders around a file. */
function listFolders(file: string): string[] {
  const folder = posix.dirname(file);
  return folder === '.' ? [] : [folder, ...listFolders(folder)];
}
