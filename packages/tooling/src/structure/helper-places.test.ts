import { describe, expect, it } from 'vitest';
import { checkTestHelpers } from './helper-places.ts';
import { check } from './testing/check.ts';

describe('a helper of tests', () => {
  it('is in a folder called testing', () => {
    expect(
      check(checkTestHelpers, {
        'packages/auth/src/sessions.ts': '',
        'packages/auth/src/auth.ts': "import { a } from './sessions.ts';",
        'packages/auth/src/sessions.test.ts':
          "import { a } from './sessions.ts'; import { b } from './testing/auth.ts';",
        'packages/auth/src/testing/auth.ts': '',
        'apps/web/e2e/stories/feed.spec.ts': "import { c } from '../testing/people.ts';",
        'apps/web/e2e/testing/people.ts': '',
      }),
    ).toEqual([]);
  });

  it('is refused beside what only tests import it for', () => {
    expect(
      check(checkTestHelpers, {
        'packages/auth/src/trial.ts': '',
        'packages/auth/src/sessions.test.ts': "import { a } from './trial.ts';",
        'packages/auth/src/testing/world.ts': "import { a } from '../trial.ts';",
      }),
    ).toEqual([
      'packages/auth/src/trial.ts: is imported only by tests (packages/auth/src/sessions.test.ts, packages/auth/src/testing/world.ts). Move it to packages/auth/src/testing/trial.ts, or to a folder testing further out if several folders use it. If the product should use it, let it.',
    ]);
  });

  it('is refused when tests of another package import it by name', () => {
    expect(
      check(checkTestHelpers, {
        'packages/contract/package.json':
          '{ "name": "@relato/contract", "exports": { "./*": "./src/*.ts" } }',
        'packages/contract/src/stories/samples.ts': '',
        'packages/api/src/stories/stories.test.ts': "import { a } from '@relato/contract/stories/samples';",
      }),
    ).toEqual([
      expect.stringContaining(
        'packages/contract/src/stories/samples.ts: is imported only by tests (packages/api/',
      ),
    ]);
  });

  it('is refused by its name', () => {
    expect(check(checkTestHelpers, { 'packages/speech/src/test-answers.ts': '' })).toEqual([
      expect.stringContaining(
        'is named as a helper of tests. Move it to packages/speech/src/testing/answers.ts',
      ),
    ]);
  });

  it('is refused beside end-to-end tests', () => {
    expect(check(checkTestHelpers, { 'apps/web/e2e/stories/people.ts': '' })).toEqual([
      'apps/web/e2e/stories/people.ts: is no end-to-end test, but beside them. Move it to apps/web/e2e/testing/people.ts.',
    ]);
  });
});
