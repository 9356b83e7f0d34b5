import { isCode, type Problem, type Tree } from './tree.ts';

/**
 * Property tests name their seed, so that one commit gives one result. The calls are counted as text: each `assert` and
 * `sample` of fast-check has a `seed` of its own.
 */
export function* checkSeeds(tree: Tree): Generator<Problem> {
  for (const { path, text, imports } of tree.values()) {
    if (!isCode(path) || !imports.some(({ from }) => from === 'fast-check')) continue;
    const calls = text.match(/\b(?:assert|sample)\(/g)?.length ?? 0;
    const seeds = text.match(/\bseed\b(?::|,? \})/g)?.length ?? 0;
    if (seeds < calls)
      yield {
        path,
        text: `asks fast-check ${calls} times and names ${seeds} seeds. Add \`seed: 1\` to the options: with a random one the same commit passes today and fails tomorrow.`,
      };
  }
}
