import { describe, expect, it } from 'vitest';
import { checkClocks } from './clocks.ts';
import { check } from './testing/check.ts';

describe('REL-34: the clock of a process', () => {
  it.each(['const at = new Date();', 'const at = Date.now() + 1;', 'list.map(Date.now)'])(
    'is not read where shared rows are written: %s',
    (text) => {
      expect(check(checkClocks, { 'packages/api/src/stories/mutations.ts': text })).toEqual([
        expect.stringContaining('reads the clock of its process'),
      ]);
    },
  );

  it('may be read in tests, elsewhere, and where nothing shared is written; times may be converted', () => {
    expect(
      check(checkClocks, {
        'packages/api/src/stories/stories.test.ts': 'Date.now()',
        'packages/api/src/recordings/queries.ts': 'Date.now()',
        'apps/server/src/demo-world.ts': 'new Date()',
        'packages/api/src/comments/queries.ts': 'new Date(createdAtMs)',
      }),
    ).toEqual([]);
  });
});
