import { describe, expect, it } from 'vitest';
import { exceptions, nouns, places, type Place } from './nouns.ts';
import { listProblems } from './rules.ts';

/** A tree without problems, in which every noun has its places. */
const house = new Map(
  Object.entries<Place>(places).flatMap(([place, { pathOf }]) =>
    nouns
      .filter((noun) => !(place in (exceptions[noun] ?? {})))
      .map((noun): [string, string] => {
        const path = pathOf(noun);
        const file = place === 'api' ? 'router.ts' : place === 'e2e' ? 'a.spec.ts' : 'a.ts';
        return [path.endsWith('/') ? path + file : path, ''];
      }),
  ),
);

const check = (files: Readonly<Record<string, string>>, without = ''): readonly string[] =>
  listProblems(new Map([...house, ...Object.entries(files)].filter(([path]) => path !== without)));

/** The name is composed, because this file is checked too. */
const library = 'fast-check';
const lines = (count: number): string => '// a line\n'.repeat(count);
const problem = (path: string, text: string): readonly string[] => [
  expect.stringContaining(`${path}: ${text}`),
];

describe('a file', () => {
  it.each([
    ['apps/web/src/ui/icon-button.tsx', ''],
    ['apps/web/src/routes/u.$username.tsx', lines(50)],
    ['apps/web/src/routes/index[.]html.tsx', ''],
    ['packages/api/src/rpc/cursor.ts', lines(300)],
    ['packages/api/src/stories/feed-queries.ts', ''],
    ['packages/api/src/stories/search/terms.ts', ''],
    ['packages/api/src/stories/stories.test.ts', `Date.now()\n${lines(900)}`],
    ['packages/api/src/account/queries.ts', 'Date.now()'],
    ['packages/api/src/comments/queries.ts', 'new Date(createdAtMs)'],
    ['apps/web/e2e/testing/people.ts', ''],
    [
      'packages/contract/src/stories/rules.test.ts',
      `from '${library}'; assert(a, { seed: 1 }); sample(b, { seed });`,
    ],
  ])('may be %s', (path, text) => {
    expect(check({ [path]: text })).toEqual([]);
  });

  it.each([
    ['apps/web/src/ui/IconButton.tsx', '', 'is not in kebab-case.'],
    ['packages/db/src/read_time.ts', '', 'is not in kebab-case.'],
    ['packages/db/src/utils.ts', '', 'has a name that says nothing.'],
    ['packages/api/src/rpc/cursor.ts', lines(301), 'has 301 lines; 300 are the most.'],
    ['apps/web/src/routes/home.tsx', lines(51), 'has 51 lines. A route'],
    ['packages/api/src/stories/counts.ts', '', 'is not one of the files of a noun'],
    ['packages/speech/src/test-answers.ts', '', 'is a helper of tests.'],
    ['apps/web/e2e/stories/people.ts', '', 'is a helper of tests.'],
    ['packages/api/src/stories/mutations.ts', 'const at = new Date();', 'reads the clock'],
    ['packages/auth/src/password/rules.ts', 'list.map(Date.now)', 'reads the clock'],
    ['packages/api/src/news/jobs.ts', 'WHERE at < f(0, clock_timestamp() - age)', 'compares a column'],
    [
      'packages/db/src/a.test.ts',
      `from '${library}'; assert(one);`,
      'asks fast-check 1 times and names 0 seeds',
    ],
  ])('may not be %s', (path, text, expected) => {
    expect(check({ [path]: text })).toEqual(problem(path, expected));
  });
});

const fill = (count: number, name: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name.replace('#', String(index)), '']));

describe('a folder', () => {
  it('holds 16 files, and any number of tests and folders', () => {
    const files = { ...fill(16, 'packages/db/src/f-#.ts'), ...fill(20, 'packages/db/src/f-#.test.ts') };
    expect(check({ ...files, ...fill(16, 'packages/db/src/replica/f-#.ts') })).toEqual([]);
    expect(check(fill(17, 'packages/db/src/f-#.ts'))).toEqual(problem('packages/db/src/', 'holds 17 files'));
  });
});

describe('the places of a noun', () => {
  it.each([
    ['packages/contract/src/stories/a.ts', 'folder of the contract'],
    ['packages/api/src/stories/router.ts', 'folder of the API'],
    ['apps/web/src/features/stories/a.ts', 'feature of the web app'],
    ['prisma/schema/stories.prisma', 'file of the Prisma schema'],
    ['apps/web/e2e/stories/a.spec.ts', 'folder of end-to-end tests'],
  ])('are all required: without %s', (file, what) => {
    expect(check({}, file)).toEqual([
      expect.stringContaining(`is missing: the noun stories has no ${what}. Give it that name there`),
    ]);
  });

  it('require a listed exception, and no obsolete one', () => {
    expect(listProblems(house, {}).join('\n')).toContain('features/settings/: is missing: the noun settings');
    expect(check({ 'apps/web/src/features/settings/form.tsx': '' })).toEqual(
      problem('apps/web/src/features/settings/', 'is there, but packages/tooling'),
    );
  });

  it('contain only nouns', () => {
    expect(check({ 'packages/api/src/hidings/mutations.ts': '' })).toEqual(
      problem('packages/api/src/hidings/', 'is no noun of the product (account, admin,'),
    );
  });
});
