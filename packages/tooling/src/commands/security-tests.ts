// `npm run test:security` runs only the attacks of SECURITY.md, and prints its table with their results.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { main, root, run, say } from '../../bootstrap.mjs';
import { ensureBrowsers } from '../browsers.ts';
import { deleteReports, listTests, readWorkspaces } from '../reports.ts';
import { readSecurityRows, toSecurityTable } from '../security-table.ts';
import { testOptions } from '../stages.ts';

const titles = String.raw`SEC-\d\d`;

/** Returns whether the unit or integration tests of a workspace include an attack. */
function hasAttack(folder: string): boolean {
  const source = join(root, folder, 'src');
  return readdirSync(source, { recursive: true, encoding: 'utf8' }).some(
    (name) => /\.test\.tsx?$/.test(name) && new RegExp(titles).test(readFileSync(join(source, name), 'utf8')),
  );
}

await main(async () => {
  const env = ensureBrowsers(process.env, ['chromium', 'firefox']);
  deleteReports();
  const only = readWorkspaces().flatMap(({ folder, name }) =>
    hasAttack(folder) ? [`--filter=${name}`] : [],
  );
  const codes = [
    await run(env, 'turbo', [
      'run',
      'test:unit',
      'test:integration',
      ...only,
      ...testOptions,
      '--',
      '-t',
      titles,
    ]),
    await run(env, 'turbo', ['run', 'test:e2e', ...testOptions, '--', '--grep', titles]),
  ];
  const tests = listTests(readWorkspaces());
  for (const { file, titles: path, outcome, messages } of tests)
    if (outcome === 'failed') say(`FAILED ${file} > ${path.join(' > ')}\n${messages.join('\n')}\n`);
  const table = toSecurityTable(readSecurityRows(), tests);
  say(table.text);
  return codes.every((code) => code === 0) && table.broken === 0 ? 0 : 1;
});
