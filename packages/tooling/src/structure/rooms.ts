import { posix } from 'node:path';
import { listCircles } from './graph.ts';
import { isCode, type Problem, type Tree } from './tree.ts';

/** The packages for which both rules hold. */
const packages = /^packages\/(?:api|auth|contract|db|mail|speech|testing|tooling)\//;
const maxFiles = 16;
const isTest = (path: string): boolean => /\.(?:test|spec|shots)\.tsx?$/.test(path);

/** A folder holds at most 16 files that are no tests, so that a reader sees all of them at once. */
export function* checkRooms(tree: Tree): Generator<Problem> {
  const counts = new Map<string, number>();
  for (const path of tree.keys()) {
    if (!packages.test(path) || !isCode(path) || isTest(path)) continue;
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of counts)
    if (count > maxFiles)
      yield {
        path: `${folder}/`,
        text: `holds ${count} files; ${maxFiles} are the most. Give those of one subject a folder that is named after it.`,
      };
}

/** No file imports itself over others, not even for types: each can be read knowing only what it imports. */
export function* checkFileCircles(tree: Tree): Generator<Problem> {
  const graph = new Map(
    Array.from(tree.values())
      .filter(({ path }) => packages.test(path) && isCode(path))
      .map(({ path, imports }) => [path, new Set(imports.flatMap(({ file }) => file ?? []))]),
  );
  for (const circle of listCircles(graph)) {
    const [first = ''] = circle;
    yield {
      path: first,
      text: `imports itself: ${[...circle, first].map((path) => posix.relative(posix.dirname(first), path)).join(' → ')}. Move what two of them need into a file of its own.`,
    };
  }
}
