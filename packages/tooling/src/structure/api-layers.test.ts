import { describe, expect, it } from 'vitest';
import { checkApiLayers } from './api-layers.ts';
import { check } from './testing/check.ts';

describe('imports in the API', () => {
  it('may go from noun to noun in one direction, and from nouns to what is of none', () => {
    expect(
      check(checkApiLayers, {
        'packages/api/src/stories/router.ts':
          "import { p } from '../rpc/trpc.ts'; import { q } from './queries.ts';",
        'packages/api/src/stories/queries.ts': "import { toProfile } from '../profiles/queries.ts';",
        'packages/api/src/profiles/queries.ts': "import { cursor } from '../rpc/cursor.ts';",
        'packages/api/src/rpc/cursor.ts': '',
        'packages/api/src/rpc/trpc.ts': "import type { Context } from './context.ts';",
        'packages/api/src/rpc/context.ts': '',
        'packages/api/src/app-router.ts': "import { storiesRouter } from './stories/router.ts';",
        'packages/api/src/index.ts': "export { appRouter } from './app-router.ts';",
      }),
    ).toEqual([]);
  });

  it('may go anywhere from tests', () => {
    expect(
      check(checkApiLayers, {
        'packages/api/src/profiles/profiles.test.ts': "import { a } from '../stories/queries.ts';",
        'packages/api/src/stories/queries.ts': "import { b } from '../profiles/queries.ts';",
        'packages/api/src/profiles/queries.ts': '',
        'packages/api/src/rpc/cursor.test.ts': "import { a } from '../stories/queries.ts';",
        'packages/api/src/testing/world.ts': "import { appRouter } from '../app-router.ts';",
        'packages/api/src/app-router.ts': '',
      }),
    ).toEqual([]);
  });

  it('may not go in a circle between nouns', () => {
    expect(
      check(checkApiLayers, {
        'packages/api/src/stories/mutations.ts': "import { a } from '../users/queries.ts';",
        'packages/api/src/users/queries.ts': "import type { B } from '../reports/policy.ts';",
        'packages/api/src/reports/policy.ts': "import { c } from '../stories/mutations.ts';",
      }),
    ).toEqual([
      'packages/api/src/reports/: imports in a circle: reports → stories (reports/policy.ts), stories → users (stories/mutations.ts), users → reports (users/queries.ts). Move what one needs of the other to the noun that it is about, beside the folders if it is about none, or pass it as an argument.',
    ]);
  });

  it('may not go from what is of no noun to one', () => {
    expect(
      check(checkApiLayers, {
        'packages/api/src/mail/queue.ts': "import { a } from '../users/queries.ts';",
        'packages/api/src/users/queries.ts': '',
      }),
    ).toEqual([
      "packages/api/src/mail/queue.ts: imports '../users/queries.ts' of the noun users, but every noun uses the files of none. Move it into packages/api/src/users/, or let users pass what it needs as an argument.",
    ]);
  });

  it('may not go from a noun to the files that put nouns together', () => {
    expect(
      check(checkApiLayers, {
        'packages/api/src/users/queries.ts': "import { appRouter } from '../app-router.ts';",
        'packages/api/src/app-router.ts': '',
      }),
    ).toEqual([
      expect.stringContaining("users/queries.ts: imports '../app-router.ts', which puts the nouns together"),
    ]);
  });
});
