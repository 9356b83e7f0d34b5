import { exceptions, nouns, places, type Exceptions, type Place } from './nouns.ts';
import type { Problem, Tree } from './tree.ts';

const isThere = (tree: Tree, path: string): boolean =>
  path.endsWith('/') ? [...tree.keys()].some((file) => file.startsWith(path)) : tree.has(path);

function* checkMissing(tree: Tree, allowed: Exceptions): Generator<Problem> {
  for (const noun of nouns)
    for (const [name, place] of Object.entries<Place>(places)) {
      const path = place.pathOf(noun);
      const reason = new Map(Object.entries(allowed[noun] ?? {})).get(name);
      if (isThere(tree, path)) {
        if (reason !== undefined)
          yield {
            path,
            text: `is there, but packages/tooling/src/structure/nouns.ts excuses ${noun} from it ("${reason}"). Delete the exception.`,
          };
      } else if (reason === undefined)
        yield {
          path,
          text: `is missing: the noun ${noun} has no ${place.what}. Give it that name there, or write an exception with its reason into packages/tooling/src/structure/nouns.ts.`,
        };
    }
}

function* checkUnknown(tree: Tree): Generator<Problem> {
  for (const place of Object.values<Place>(places)) {
    const found = new Set([...tree.keys()].flatMap((path) => place.pattern.exec(path)?.[1] ?? []));
    const known = new Set<string>([...nouns, 'testing', ...Object.keys(place.others)]);
    for (const name of found)
      if (!known.has(name))
        yield {
          path: place.pathOf(name),
          text: `is no noun of the product (${nouns.join(', ')}). Move its content to the noun that it is part of, or add the noun to packages/tooling/src/structure/nouns.ts and to all five places.`,
        };
    for (const [name, reason] of Object.entries(place.others))
      if (!found.has(name))
        yield {
          path: place.pathOf(name),
          text: `is not there, but packages/tooling/src/structure/nouns.ts excuses it ("${reason}"). Delete the exception.`,
        };
  }
}

/** Every noun has its name in all five places, and nothing else is there; exceptions are written down and needed. */
export function* checkPlaces(tree: Tree, allowed: Exceptions = exceptions): Generator<Problem> {
  yield* checkMissing(tree, allowed);
  yield* checkUnknown(tree);
}
