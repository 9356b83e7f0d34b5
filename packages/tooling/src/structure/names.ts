import { posix } from 'node:path';
import { places } from './nouns.ts';
import { isCode, type Problem, type Tree } from './tree.ts';

/** The files that a noun's folder of packages/api/src may hold, beside the folder of a part. */
const nounFiles = /^(?:router|policy|(?:[a-z]+-)?(?:queries|mutations|jobs))\.ts$|\.test\.ts$/;
/** `[.]` is how a file of the router writes a dot in an address. */
const kebabCase = /^[$_]*[a-z0-9]+(?:(?:[-.]|\[\.\])[a-z0-9$]+)*(?:\.[a-z0-9]+)+$/;
const vagueNames = /^(?:utils?|helpers?|misc|common|services?)\.(?:tsx?|mjs)$/;

/** Files are in kebab-case and named after what they are for. */
export function* checkNames(tree: Tree): Generator<Problem> {
  for (const { path } of tree.values()) {
    const name = posix.basename(path);
    if (!kebabCase.test(name)) yield { path, text: 'is not in kebab-case.' };
    if (vagueNames.test(name))
      yield { path, text: 'has a name that says nothing. Name it after what it is for.' };
  }
}

/** The folders of packages/api/src that are of no noun. */
const rooms: ReadonlySet<string> = new Set(['testing', ...Object.keys(places.api.others)]);

/**
 * The folders of nouns in packages/api/src hold files of a closed vocabulary. A part that has grown has a folder of its own, in which
 * a file is named after what it does.
 */
export function* checkVocabulary(tree: Tree): Generator<Problem> {
  for (const { path } of tree.values()) {
    const [, folder, name] = /^packages\/api\/src\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (!folder || !name || !isCode(path) || rooms.has(folder) || nounFiles.test(name)) continue;
    yield {
      path,
      text: 'is not one of the files of a feature folder: router (input + base procedure + one call), queries (reads, toX), mutations (rules, writes, transactions), policy (pure: who may), jobs (work outside a request) and tests; queries, mutations and jobs of one part of the noun bear its name (feed-queries). Put its content into one of them, or, when it belongs to no noun, beside the folders. A part that has many files may have a folder of its own.',
    };
  }
}
