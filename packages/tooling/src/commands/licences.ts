// Checks that everything in the product has a licence from licences.json: the libraries by their packages, the programs by
// hand.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { main, root, say } from '../../bootstrap.mjs';
import { listUnknown, type PackagesOfLicences } from '../licences.ts';

await main(() => {
  const list = readFileSync(new URL('../../licences.json', import.meta.url), 'utf8');
  const { libraries } = JSON.parse(list) as { readonly libraries: readonly string[] }; // the file beside
  const args = ['--recursive', 'licenses', 'list', '--prod', '--json'];
  const answer = execFileSync('pnpm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const found = JSON.parse(answer) as PackagesOfLicences; // what pnpm prints
  const problems = listUnknown(found, libraries);
  if (problems.length > 0) {
    process.stderr.write(
      `${problems.join('\n')}\n\nUse another library, or add the licence to packages/tooling/licences.json.\n`,
    );
    return 1;
  }
  say(`licences: ${Object.keys(found).length}, all of the list`);
  return 0;
});
