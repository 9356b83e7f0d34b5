import { isCode, type Problem, type Tree } from './tree.ts';

const maxLines = 300;

/** Files that are no tests have at most 300 lines. Generated files are not in the tree. */
export function* checkLength(tree: Tree): Generator<Problem> {
  for (const { path, text } of tree.values()) {
    if (!isCode(path) || /\.(?:test|spec|shots)\.tsx?$/.test(path)) continue;
    const lines = text.trimEnd().split('\n').length;
    if (lines > maxLines)
      yield {
        path,
        text: `has ${lines} lines; ${maxLines} are the most. Move a part with a subject of its own into a file that is named after it.`,
      };
  }
}
