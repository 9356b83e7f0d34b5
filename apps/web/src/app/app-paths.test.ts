import { readFileSync } from 'node:fs';
import { appPaths } from '@relato/contract';
import { expect, it } from 'vitest';

it('the server knows the paths of all routes, and no others', () => {
  const tree = readFileSync(new URL('../route-tree.gen.ts', import.meta.url), 'utf8');
  const [, union = ''] = /fullPaths:\s*((?:\|?\s*'[^']*'\s*)+)/.exec(tree) ?? [];
  const paths = Array.from(union.matchAll(/'([^']*)'/g), ([, path]) => path);
  expect(new Set(paths)).toEqual(new Set(appPaths));
});
