import { describe, expect, it } from 'vitest';
import { checkLength } from './length.ts';
import { check } from './testing/check.ts';

const lines = (count: number): string => '// a line\n'.repeat(count);

describe('the length of a file', () => {
  it('is 300 lines at most', () => {
    expect(check(checkLength, { 'packages/api/src/trpc.ts': lines(300) })).toEqual([]);
    expect(check(checkLength, { 'packages/api/src/trpc.ts': lines(301) })).toEqual([
      'packages/api/src/trpc.ts: has 301 lines; 300 are the most. Move a part with a subject of its own into a file that is named after it.',
    ]);
  });

  it('holds for helpers of tests, but not for tests and generated files', () => {
    expect(
      check(checkLength, {
        'packages/api/src/stories/stories.test.ts': lines(900),
        'apps/web/e2e/stories/feed.spec.ts': lines(900),
        'apps/web/src/route-tree.gen.ts': lines(900),
        'apps/web/e2e/testing/people.ts': lines(301),
      }),
    ).toEqual([expect.stringContaining('apps/web/e2e/testing/people.ts: has 301 lines')]);
  });
});
