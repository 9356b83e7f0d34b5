import { describe, expect, it } from 'vitest';
import { checkNames, checkVocabulary } from './names.ts';
import { createTree, type Rule } from './tree.ts';

const check = (rule: Rule, paths: readonly string[]): string[] =>
  Array.from(rule(createTree(Object.fromEntries(paths.map((path) => [path, ''])))), ({ path }) => path);

describe('names of files', () => {
  it('are in kebab-case', () => {
    expect(
      check(checkNames, [
        'apps/web/src/ui/icon-button.tsx',
        'apps/web/src/routes/__root.tsx',
        'apps/web/src/routes/u.$username.tsx',
        'apps/web/src/routes/index[.]html.tsx',
      ]),
    ).toEqual([]);
    expect(check(checkNames, ['apps/web/src/ui/IconButton.tsx', 'packages/db/src/read_time.ts'])).toEqual([
      'apps/web/src/ui/IconButton.tsx',
      'packages/db/src/read_time.ts',
    ]);
  });

  it('say something', () => {
    expect(check(checkNames, ['packages/db/src/utils.ts', 'apps/web/src/lib/helper.tsx'])).toEqual([
      'packages/db/src/utils.ts',
      'apps/web/src/lib/helper.tsx',
    ]);
  });
});

describe('the folder of a noun in the API', () => {
  it('holds router, queries, mutations, policy, jobs and tests', () => {
    expect(
      check(checkVocabulary, [
        'packages/api/src/stories/router.ts',
        'packages/api/src/recordings/cleanup-jobs.ts',
        'packages/api/src/stories/feed.test.ts',
        'packages/api/src/testing/world.ts',
        'packages/api/src/rpc/cursor.ts',
        'packages/api/src/stories/search/terms.ts',
      ]),
    ).toEqual([]);
  });

  it('holds nothing else', () => {
    const counts = 'packages/api/src/stories/counts.ts';
    expect(check(checkVocabulary, [counts])).toEqual([counts]);
  });
});
