import { posix } from 'node:path';
import { isCode, isTestCode, type Problem, type Tree } from './tree.ts';

const inTesting = (path: string): boolean => /\/testing\//.test(path);
const isTest = (path: string): boolean => /\.(?:test|spec|shots)\.tsx?$/.test(path);

function toImporters(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of tree.values())
    for (const { file } of imports)
      if (file !== null) importers.set(file, [...(importers.get(file) ?? []), path]);
  return importers;
}

/** Helpers of tests are in folders called `testing`. */
export function* checkTestHelpers(tree: Tree): Generator<Problem> {
  const importers = toImporters(tree);
  for (const { path } of tree.values()) {
    if (!isCode(path) || isTest(path) || inTesting(path)) continue;
    const users = importers.get(path) ?? [];
    const name = posix.basename(path);
    const move = `Move it to ${posix.dirname(path)}/testing/${name.replace(/^test-/, '')}, or to a folder testing further out if several folders use it.`;
    if (path.startsWith('apps/web/e2e/'))
      yield {
        path,
        text: `is no end-to-end test, but beside them. Move it to apps/web/e2e/testing/${name}.`,
      };
    else if (/^test-.*\.tsx?$/.test(name)) yield { path, text: `is named as a helper of tests. ${move}` };
    else if (users.length > 0 && users.every(isTestCode))
      yield {
        path,
        text: `is imported only by tests (${users.join(', ')}). ${move} If the product should use it, let it.`,
      };
  }
}
