import { checkNames, checkVocabulary } from './names.ts';
import type { Problem, Rule, Tree } from './tree.ts';
import { checkWorkspaces } from './workspaces.ts';

const rules: Readonly<Record<string, Rule>> = {
  names: checkNames,
  vocabulary: checkVocabulary,
  workspaces: checkWorkspaces,
};

/** Applies every rule of the structure to the tree. */
export const listProblems = (tree: Tree): Problem[] =>
  Object.values(rules).flatMap((rule) => Array.from(rule(tree)));
