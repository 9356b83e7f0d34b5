import { posix } from 'node:path';
import { exceptions, nouns, places, type Exceptions, type Place } from './nouns.ts';
import type { Files } from './read-files.ts';

const maxLines = 300;
const maxRouteLines = 50;
const maxFiles = 16;

/** `[.]` is how a file of the router writes a dot in an address. */
const kebabCase = /^[$_]*[a-z0-9]+(?:(?:[-.]|\[\.\])[a-z0-9$]+)*(?:\.[a-z0-9]+)+$/;
const vagueName = /^(?:utils?|helpers?|misc|common|services?)\.(?:tsx?|mjs)$/;
const isTest = (path: string): boolean => /\.(?:test|spec|shots)\.tsx?$/.test(path);
/** The files in the folder of a noun in packages/api/src, besides folders of parts. */
const nounFile =
  /^packages\/api\/src\/(\w+)\/(?!(?:router|policy|(?:[a-z]+-)?(?:queries|mutations|jobs))\.ts$)[^/]+$/;

/** The files that may read the clock of their process, because their results are not in shared rows. */
const ownClock: readonly RegExp[] = [
  // These compare the times of files, report slow inspections, and tell a browser how long its session lasts.
  /^packages\/api\/src\/(?:recordings\/leftover-queries|recordings\/queries|account\/queries)\.ts$/,
  // Limits a list of days.
  /\/sitemap-queries\.ts$/,
  // Convert between the time of the database and that of Lucia, which only uses the clock of the process.
  /^packages\/auth\/src\/session\/(?:sessions|lucia-adapter)\.ts$/,
];

/** Lists the problems of one file. Each text continues a sentence that begins with its path, and contains the remedy. */
function* listProblemsOfFile(path: string, text: string): Generator<string> {
  const name = posix.basename(path);
  const lines = text.trimEnd().split('\n').length;
  const [, folder = ''] = nounFile.exec(path) ?? [];
  if (!kebabCase.test(name)) yield 'is not in kebab-case.';
  if (vagueName.test(name)) yield 'has a name that says nothing. Name it after what it is for.';
  if (lines > maxLines && !isTest(path))
    yield `has ${lines} lines; ${maxLines} are the most. Move a part with a subject of its own into a file that is named after it.`;
  if (lines > maxRouteLines && path.startsWith('apps/web/src/routes/'))
    yield `has ${lines} lines. A route says what to load and which screen to show; move the rest to the screen.`;
  if (nouns.some((noun) => noun === folder) && !isTest(path))
    yield 'is not one of the files of a noun: router (input + base procedure + one call), queries (reads, toX), mutations (rules, writes, transactions), policy (pure: who may), jobs (work outside a request) and tests; queries, mutations and jobs of one part bear its name (feed-queries). Put its content into one of them, into a folder of a part that has many files, or, when it belongs to no noun, outside of them.';
  if (name.startsWith('test-') || (path.startsWith('apps/web/e2e/') && !isTest(path)))
    if (!path.includes('/testing/'))
      yield 'is a helper of tests. Move it to a folder called testing, or to one further out if several folders use it.';
  if (/^packages\/(?:api|auth)\/src\//.test(path) && !isTest(path) && !path.includes('/testing/'))
    if (/\bDate\.now\b|\bnew Date\(\)/.test(text) && !ownClock.some((each) => each.test(path)))
      yield "reads the clock of its process. Times of shared rows are the database's: use now() in SQL, `readTime`, or `readClock` in auth; measure durations with performance.now().";
  if (/[<>]=?\s+\(?(?:\w+\([^()`]*)?clock_timestamp\(\)/.test(text) && !isTest(path))
    yield 'compares a column with clock_timestamp(), which lets PostgreSQL use no index of it. Use statement_timestamp().';
  if (/from 'fast-check'/.test(text)) {
    const calls = text.match(/\b(?:assert|sample)\(/g)?.length ?? 0;
    const seeds = text.match(/\bseed\b(?::|,? \})/g)?.length ?? 0;
    if (seeds < calls)
      yield `asks fast-check ${calls} times and names ${seeds} seeds. Add \`seed: 1\` to the options: with a random one the same commit passes today and fails tomorrow.`;
  }
}

/** A folder contains only as many files as a reader sees at once. Tests and generated routes do not count. */
function* listCrowded(files: Files): Generator<string> {
  const folders = Map.groupBy(
    [...files.keys()].filter((path) => !isTest(path) && !path.endsWith('.prisma')),
    (path) => posix.dirname(path),
  );
  for (const [folder, { length }] of folders)
    if (length > maxFiles)
      yield `${folder}/: holds ${length} files; ${maxFiles} are the most. Give those of one subject a folder that is named after it.`;
}

/** Every noun has its name in all five places, which contain nothing else. Exceptions must be listed and needed. */
function* listMisplaced(files: Files, allowed: Exceptions): Generator<string> {
  const nounsFile = 'packages/tooling/src/structure/nouns.ts';
  for (const [name, place] of Object.entries<Place>(places)) {
    const found = new Set([...files.keys()].flatMap((path) => place.pattern.exec(path)?.[1] ?? []));
    for (const noun of nouns) {
      const reason = new Map(Object.entries(allowed[noun] ?? {})).get(name);
      if (found.has(noun) && reason !== undefined)
        yield `${place.pathOf(noun)}: is there, but ${nounsFile} excuses ${noun} from it ("${reason}"). Delete the exception.`;
      if (!found.has(noun) && reason === undefined)
        yield `${place.pathOf(noun)}: is missing: the noun ${noun} has no ${place.what}. Give it that name there, or write an exception with its reason into ${nounsFile}.`;
    }
    for (const other of found)
      if (!new Set<string>([...nouns, 'testing', ...Object.keys(place.others)]).has(other))
        yield `${place.pathOf(other)}: is no noun of the product (${nouns.join(', ')}). Move its content to the noun that it is part of, or add the noun to ${nounsFile} and to all five places.`;
  }
}

/** Lists the violations of the rules on names and places. The rules on imports are in .dependency-cruiser.mjs. */
export const listProblems = (files: Files, allowed: Exceptions = exceptions): readonly string[] => [
  ...[...files].flatMap(([path, text]) =>
    Array.from(listProblemsOfFile(path, text), (problem) => `${path}: ${problem}`),
  ),
  ...listCrowded(files),
  ...listMisplaced(files, allowed),
];
