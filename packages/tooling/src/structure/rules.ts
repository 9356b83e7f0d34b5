import { checkApiLayers } from './api-layers.ts';
import { checkLength } from './length.ts';
import { checkNames, checkVocabulary } from './names.ts';
import { checkPlaces } from './places.ts';
import { checkTestHelpers } from './helper-places.ts';
import type { Problem, Rule, Tree } from './tree.ts';
import { checkWebLayers } from './web-layers.ts';
import { checkWorkspaces } from './workspaces.ts';

const rules: Readonly<Record<string, Rule>> = {
  names: checkNames,
  vocabulary: checkVocabulary,
  workspaces: checkWorkspaces,
  apiLayers: checkApiLayers,
  webLayers: checkWebLayers,
  places: (tree) => checkPlaces(tree),
  length: checkLength,
  testHelpers: checkTestHelpers,
};

/** Rules whose problems are only counted until the moves that they ask for have landed. */
const notYet: ReadonlySet<string> = new Set(['length', 'testHelpers']);

/** Applies every rule to the tree. `later` says how many problems the rules of `notYet` have. */
export function listProblems(tree: Tree): {
  readonly problems: readonly Problem[];
  readonly later: readonly Problem[];
} {
  const problems: Problem[] = [];
  const later: Problem[] = [];
  for (const [name, rule] of Object.entries(rules)) (notYet.has(name) ? later : problems).push(...rule(tree));
  return { problems, later };
}
