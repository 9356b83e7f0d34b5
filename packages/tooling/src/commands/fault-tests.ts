// `npm run test:faults` breaks a real server in the ways of docs/reliability.md, and prints the fate of the changes that it
// had acknowledged. `--long` repeats each fault as often as that page says. Numbers name single rows.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, root, run } from '../../bootstrap.mjs';
import { ensureBrowsers } from '../browsers.ts';
import { ensureNginx } from '../nginx.ts';
import { readFaultRows, toTestedFaults } from '../fault-rows.ts';
import { deleteReports, listTests, readWorkspaces } from '../reports.ts';
import { testOptions } from '../stages.ts';

const drills = 'apps/server/src/testing/drills/run.ts';
const shortDrills = 'drills.test.ts';
const resultsDir = join(root, '.cache/faults');

/** Lists the test files in a folder with a title of these rows, without the short form of the drills. */
const listFiles = (folder: string, titles: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /\.(?:test|spec)\.tsx?$/.test(name) &&
      !name.endsWith(shortDrills) &&
      titles.test(readFileSync(join(root, folder, name), 'utf8')),
  );

await main(async () => {
  const args = process.argv.slice(2);
  const only = args.filter((each) => !each.startsWith('--'));
  const rows = readFaultRows().filter(({ row }) => only.length === 0 || only.includes(row));
  ensureNginx(process.env);
  // A drill without a row on the page has no tests.
  const titles = rows.length > 0 ? `REL-(?:${rows.map(({ row }) => row).join('|')})` : '(?!)';
  const workspaces = readWorkspaces();
  deleteReports();
  const tested = workspaces.flatMap(({ folder, name }) => {
    const files = listFiles(join(folder, 'src'), new RegExp(titles));
    return files.length > 0 ? [{ name, files }] : [];
  });
  if (tested.length > 0) {
    const filters = tested.map(({ name }) => `--filter=${name}`);
    const files = tested.flatMap((each) => each.files);
    // An earlier run proves nothing about this one.
    const options = [...filters, '--force', ...testOptions, '--', ...files, '-t', titles];
    await run(process.env, 'turbo', ['run', 'test:unit', 'test:integration', ...options]);
  }
  if (listFiles('apps/web/e2e', new RegExp(titles)).length > 0) {
    const env = ensureBrowsers(process.env, ['chromium', 'firefox']);
    await run(env, 'turbo', ['run', 'test:e2e', ...testOptions, '--', '--grep', titles]);
  }
  mkdirSync(resultsDir, { recursive: true });
  const testsFile = join(resultsDir, 'tests.json');
  writeFileSync(testsFile, JSON.stringify(toTestedFaults(rows, listTests(workspaces))));
  return run(process.env, 'node', [join(root, drills), ...args, `--tests=${testsFile}`]);
});
