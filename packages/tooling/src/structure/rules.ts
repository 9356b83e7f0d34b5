import { checkApiLayers } from './api-layers.ts';
import { checkClocks } from './clocks.ts';
import { checkLength } from './length.ts';
import { checkNames, checkVocabulary } from './names.ts';
import { checkPlaces } from './places.ts';
import { checkTestHelpers } from './helper-places.ts';
import { checkFileCircles, checkRooms } from './rooms.ts';
import { checkSeeds } from './seeds.ts';
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
  rooms: checkRooms,
  fileCircles: checkFileCircles,
  clocks: checkClocks,
  testHelpers: checkTestHelpers,
  seeds: checkSeeds,
};

/** Applies every rule to the tree. */
export const listProblems = (tree: Tree): Problem[] =>
  Object.values(rules).flatMap((rule) => Array.from(rule(tree)));
