import { createTree, type Rule } from '../tree.ts';

/** Applies a rule to a made-up tree. Returns a line for each problem. */
export const check = (rule: Rule, texts: Readonly<Record<string, string>>): string[] =>
  Array.from(rule(createTree(texts)), ({ path, text }) => `${path}: ${text}`);
