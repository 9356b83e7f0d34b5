import { describe, expect, it } from 'vitest';
import { nouns, places, type Exceptions, type Place } from './nouns.ts';
import { checkPlaces } from './places.ts';
import { check } from './testing/check.ts';

const exceptions: Exceptions = { settings: { web: 'every feature reads them' } };

/** A tree in which everything has its place. */
function createHouse(): Map<string, string> {
  const all = Object.values<Place>(places).flatMap(({ pathOf, others }) =>
    [...nouns, ...Object.keys(others)].map((noun) => pathOf(noun)),
  );
  const paths = all.map((path) => (path.endsWith('/') ? `${path}a-file.ts` : path));
  return new Map(
    paths.filter((path) => path !== 'apps/web/src/features/settings/a-file.ts').map((path) => [path, '']),
  );
}

const checkHouse = (change: (house: Map<string, string>) => void, allowed = exceptions): string[] => {
  const house = createHouse();
  change(house);
  return check((tree) => checkPlaces(tree, allowed), Object.fromEntries(house));
};

describe('the places of a noun', () => {
  it('are all five, but for exceptions', () => {
    expect(checkHouse(() => undefined)).toEqual([]);
  });

  it.each([
    ['packages/contract/src/stories/a-file.ts', 'packages/contract/src/stories/', 'folder of the contract'],
    ['packages/api/src/stories/a-file.ts', 'packages/api/src/stories/', 'folder of the API'],
    ['apps/web/src/features/stories/a-file.ts', 'apps/web/src/features/stories/', 'feature of the web app'],
    ['prisma/schema/stories.prisma', 'prisma/schema/stories.prisma', 'file of the Prisma schema'],
    ['apps/web/e2e/stories/a-file.ts', 'apps/web/e2e/stories/', 'folder of end-to-end tests'],
  ])('lack none: without %s', (file, path, what) => {
    expect(checkHouse((house) => house.delete(file))).toEqual([
      `${path}: is missing: the noun stories has no ${what}. Give it that name there, or write an exception with its reason into packages/tooling/src/structure/nouns.ts.`,
    ]);
  });

  it('need an exception that is written down', () => {
    expect(checkHouse(() => undefined, {})).toEqual([
      expect.stringContaining('apps/web/src/features/settings/: is missing: the noun settings'),
    ]);
  });

  it('need no exception that is over', () => {
    expect(checkHouse((house) => house.set('apps/web/src/features/settings/form.tsx', ''))).toEqual([
      'apps/web/src/features/settings/: is there, but packages/tooling/src/structure/nouns.ts excuses settings from it ("every feature reads them"). Delete the exception.',
    ]);
  });

  it('hold nothing but nouns', () => {
    expect(checkHouse((house) => house.set('packages/api/src/hidings/mutations.ts', ''))).toEqual([
      expect.stringContaining('packages/api/src/hidings/: is no noun of the product (account, admin,'),
    ]);
  });

  it('excuse no other folder that is gone', () => {
    expect(checkHouse((house) => house.delete('apps/web/src/features/player/a-file.ts'))).toEqual([
      expect.stringContaining('apps/web/src/features/player/: is not there, but'),
    ]);
  });
});
