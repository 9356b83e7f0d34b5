import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, it } from 'vitest';
import { root } from '../bootstrap.mjs';

const { default: config } = await import(join(root, '.dependency-cruiser.mjs'));

/** Files or folders with a text that breaks a rule, and the name of the rule. */
const broken: readonly (readonly [file: string, text: string, rule: string])[] = [
  [
    'packages/db/src/a.ts',
    "import { a } from '@relato/api';",
    'workspaces-packages/(db|storage|audio|speech|mail|push|testing)',
  ],
  ['apps/admin/src/a.ts', "import { a } from '@relato/api';", 'types-only-apps/admin'],
  ['packages/mail/src/a.ts', "import { a } from './testing/b.ts';", 'helpers-of-tests'],
  ['packages/contract/src/stories/a.ts', "import { a } from './schema.ts';", 'zod-in-schemas'],
  ['apps/web/src/lib/a.ts', "import { a } from '@relato/contract/stories/schema';", 'zod-in-the-browser'],
  ['apps/web/src/lib/b.ts', "import { a } from '../features/stories/public.ts';", 'web-lib'],
  ['apps/web/src/elsewhere/a.ts', "import { a } from '../lib/c.ts';", 'web-layers'],
  ['apps/web/src/features/tags/a.ts', "import { a } from '../../app/a.ts';", 'web-features'],
  ['apps/web/src/ui/a.ts', "import { a } from '../lib/c.ts';", 'web-ui'],
  ['apps/web/src/messages/a.ts', "import { a } from '../lib/c.ts';", 'web-messages'],
  ['apps/web/src/features/stories/a.ts', "import { a } from '../player/a.ts';", 'web-public-files'],
  ['apps/web/src/features/stories/b.ts', "import { a } from '../users/public.ts';", 'feature-stories'],
  ['packages/api/src/rpc/a.ts', "import { a } from '../stories/queries.ts';", 'api-beside-nouns'],
  ['packages/api/src/stories/queries.ts', "import { a } from '../app-router.ts';", 'api-composition'],
  ['packages/api/src/users', '', 'no-circles-of-folders'],
  ['packages/storage/src/a.ts', "import type { A } from './b.ts';", 'no-circles'],
  ['packages/speech/src/a.ts', '', 'imported-only-by-tests'],
];
/** The files that they import, which break no rule. */
const others: Readonly<Record<string, string>> = {
  'packages/api/src/index.ts': '',
  'packages/api/src/app-router.ts': '',
  'packages/api/src/reports/queries.ts': '',
  'packages/api/src/reports/policy.ts': "import { a } from '../users/policy.ts';",
  'packages/api/src/users/policy.ts': '',
  'packages/api/src/users/queries.ts': "import { a } from '../reports/queries.ts';",
  'packages/contract/src/stories/schema.ts': '',
  'packages/mail/src/testing/b.ts': '',
  'packages/storage/src/b.ts': "export type { A } from './a.ts';",
  'apps/web/src/app/a.ts': '',
  'apps/web/src/lib/c.ts': '',
  'apps/web/src/features/stories/public.ts': '',
  'apps/web/src/features/player/a.ts': '',
  'apps/web/src/features/users/public.ts': '',
};

function createTree(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'imports-')));
  for (const [path, text] of [...broken, ...Object.entries(others)]) {
    if (!path.includes('.')) continue;
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, 'node_modules/@relato'), { recursive: true });
  for (const name of ['api', 'contract']) {
    const exports = { '.': './src/index.ts', './*': './src/*.ts' };
    writeFileSync(
      join(folder, 'packages', name, 'package.json'),
      JSON.stringify({ name: `@relato/${name}`, exports }),
    );
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@relato', name));
  }
  return folder;
}

it('refuses each import that a rule of .dependency-cruiser.mjs forbids, with the remedy', async () => {
  const folder = createTree();
  try {
    const { options, forbidden } = config;
    const { output } = await cruise(
      ['apps', 'packages'],
      { ...options, baseDir: folder, validate: true, ruleSet: { forbidden } },
      options.enhancedResolveOptions,
    );
    const { violations } = (output as ICruiseResult).summary; // without a reporter it is the result itself
    const found = violations.map(({ from, rule }) => `${from}: ${rule.name}`);
    expect(found).toEqual(expect.arrayContaining(broken.map(([from, , rule]) => `${from}: ${rule}`)));
    const names = new Set(
      forbidden.map(({ name }: { readonly name: string }) => name.replace(/-\w+\/.*|(?<=^feature)-.*/, '')),
    );
    const tested = new Set(violations.map(({ rule }) => rule.name.replace(/-\w+\/.*|(?<=^feature)-.*/, '')));
    expect(tested).toEqual(names);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
