// `npm run test:security`: the attacks of SECURITY.md alone, and its table with what came of them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { main, prepare, run, say } from './bootstrap.mjs';
import { ensureBrowsers } from './browsers.mjs';
import { deleteReports, listTests, nameOf, workspaces } from './reports.mjs';
import { printSecurityTable } from './security-table.mjs';

const titles = String.raw`SEC-\d\d`;

/** Whether a folder holds a test with a number. */
function holdsAttack(folder, ending) {
  let entries;
  try {
    entries = readdirSync(folder, { recursive: true });
  } catch {
    return false;
  }
  return entries.some(
    (name) => ending.test(name) && new RegExp(titles).test(readFileSync(join(folder, name), 'utf8')),
  );
}

await main(async () => {
  const env = await prepare();
  await ensureBrowsers(env, ['chromium', 'firefox']);
  deleteReports();
  const attacked = workspaces.filter((workspace) => holdsAttack(join(workspace, 'src'), /\.test\.tsx?$/));
  const shown = ['--output-logs=new-only', '--log-order=grouped', '--concurrency=2', '--continue'];
  const only = attacked.map((workspace) => `--filter=${nameOf(workspace)}`);
  const codes = [
    await run(env, 'turbo', ['run', 'test:unit', 'test:integration', ...only, ...shown, '--', '-t', titles]),
    await run(env, 'turbo', ['run', 'test:e2e', ...shown, '--', '--grep', titles]),
  ];
  const tests = listTests();
  for (const { file, titles: path, outcome, messages } of tests)
    if (outcome === 'failed') say(`FAILED ${file} > ${path.join(' > ')}\n${messages.join('\n')}\n`);
  const broken = printSecurityTable(tests);
  return codes.every((code) => code === 0) && broken === 0 ? 0 : 1;
});
