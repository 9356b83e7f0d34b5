import { isCode, type Problem, type Tree } from './tree.ts';

/** The files that may read the clock of their process, because what they compute is in no shared row. */
const local: ReadonlySet<string> = new Set([
  // Compares the times of files, which are of the same machine or store.
  'packages/api/src/recordings/storage-queries.ts',
  // Tells a user that an inspection takes long.
  'packages/api/src/recordings/queries.ts',
  // Tells a browser for how long its session holds.
  'packages/api/src/account/queries.ts',
  // Bounds a list of days.
  'packages/api/src/stories/sitemap-queries.ts',
  // Translate between the time of the database and that of Lucia, which knows the clock of the process only.
  'packages/auth/src/session/sessions.ts',
  'packages/auth/src/session/lucia-adapter.ts',
]);

/** What writes shared rows takes the time of the database, however wrong the clock of its machine is. */
export function* checkClocks(tree: Tree): Generator<Problem> {
  for (const { path, text } of tree.values()) {
    if (!isCode(path) || !/^packages\/(?:api|auth)\/src\//.test(path)) continue;
    if (/\.test\.ts$|\/testing\//.test(path) || local.has(path)) continue;
    if (/\bDate\.now\b|\bnew Date\(\)/.test(text))
      yield {
        path,
        text: "reads the clock of its process. Times of shared rows are the database's: use now() in SQL, `readTime`, or `readClock` in auth; measure durations with performance.now().",
      };
  }
}
