import { describe, expect, it } from 'vitest';
import { checkSeeds } from './seeds.ts';
import { check } from './testing/check.ts';

const test = 'packages/contract/src/rules.test.ts';

describe('a property test', () => {
  it('names the seed of each call', () => {
    const text =
      "import * as fc from 'fast-check'; fc.assert(fc.property(a, b), { numRuns: 5, seed: 1 }); fc.sample(a, { numRuns, seed });";
    expect(check(checkSeeds, { [test]: text })).toEqual([]);
  });

  it('is refused with a random seed', () => {
    const text =
      "import { assert } from 'fast-check'; assert(one, { seed: 1 }); assert(two, { numRuns: 5 });";
    expect(check(checkSeeds, { [test]: text })).toEqual([
      expect.stringContaining(`${test}: asks fast-check 2 times and names 1 seeds. Add \`seed: 1\``),
    ]);
  });

  it('is what imports fast-check', () => {
    expect(check(checkSeeds, { [test]: "import { assert } from 'node:assert'; assert(one);" })).toEqual([]);
  });
});
