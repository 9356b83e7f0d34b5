import { describe, expect, it } from 'vitest';
import { check as checkRule } from './testing/check.ts';
import { checkWorkspaces } from './workspaces.ts';

const check = (texts: Readonly<Record<string, string>>): string[] => checkRule(checkWorkspaces, texts);

describe('imports between workspaces', () => {
  it('may follow the arrows of the architecture', () => {
    expect(
      check({
        'apps/server/src/app.ts': "import { appRouter } from '@relato/api';",
        'apps/web/src/trpc.ts': "import type { AppRouter } from '@relato/api';",
        'packages/api/src/stories/queries.ts': "import { database } from '@relato/db';",
        'packages/api/src/stories/stories.test.ts':
          "import { freePort } from '@relato/testing/network/free-port';",
      }),
    ).toEqual([]);
  });

  it('may not go against them', () => {
    expect(check({ 'packages/db/src/pulse.ts': "import { appRouter } from '@relato/api';" })).toEqual([
      'packages/db/src/pulse.ts: may not import @relato/api. packages/db may import: contract.',
    ]);
  });

  it('are of types only from the web to the server', () => {
    expect(check({ 'apps/web/src/trpc.ts': "import { appRouter } from '@relato/api';" })).toEqual([
      "apps/web/src/trpc.ts: imports values of @relato/api. Only its types may leave the server: write 'import type'.",
    ]);
  });

  it('reach helpers of tests only from tests', () => {
    expect(check({ 'packages/api/src/trpc.ts': "import { x } from '@relato/db/testing/database';" })).toEqual(
      ['packages/api/src/trpc.ts: imports @relato/db/testing/database, which only tests may.'],
    );
  });

  it('go by the name of the package', () => {
    expect(check({ 'packages/api/src/trpc.ts': "import { x } from '../../db/src/index.ts';" })).toEqual([
      "packages/api/src/trpc.ts: reaches out of its package with '../../db/src/index.ts'. Import the package by its name, and declare it in package.json.",
    ]);
  });

  it('bring no zod into the browser, however far away it is imported', () => {
    const contract = {
      'packages/contract/src/limits.ts': "import { a } from './numbers.ts';",
      'packages/contract/src/numbers.ts': '',
      'packages/contract/src/titles.ts': "import { a } from './texts.ts';",
      'packages/contract/src/texts.ts': "import { z } from 'zod';",
    };
    expect(
      check({ ...contract, 'apps/web/src/form.ts': "import { a } from '@relato/contract/limits';" }),
    ).toEqual([]);
    expect(
      check({ ...contract, 'apps/web/src/form.ts': "import { a } from '@relato/contract/titles';" }),
    ).toEqual([expect.stringContaining("'@relato/contract/titles', which brings zod into the browser")]);
  });

  it('do not exist for primitives of the interface', () => {
    expect(check({ 'apps/web/src/ui/button.tsx': "import type { Story } from '@relato/contract';" })).toEqual(
      [expect.stringContaining('may import no workspace package')],
    );
  });
});
