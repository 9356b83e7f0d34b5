import { describe, expect, it } from 'vitest';
import { checkFileCircles, checkRooms } from './rooms.ts';
import { check } from './testing/check.ts';

const fill = (count: number, name: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name.replace('#', String(index)), '']));

describe('a folder', () => {
  it('holds 16 files, and any number of tests and folders', () => {
    expect(
      check(checkRooms, {
        ...fill(16, 'packages/api/src/file-#.ts'),
        ...fill(20, 'packages/api/src/file-#.test.ts'),
        ...fill(16, 'packages/api/src/rpc/file-#.ts'),
      }),
    ).toEqual([]);
    expect(check(checkRooms, fill(17, 'packages/api/src/rpc/file-#.ts'))).toEqual([
      'packages/api/src/rpc/: holds 17 files; 16 are the most. Give those of one subject a folder that is named after it.',
    ]);
  });
});

describe('imports of files', () => {
  it('go in no circle, not even those of types', () => {
    const files = {
      'packages/api/src/context.ts': "import type { Jobs } from './jobs/queue.ts';",
      'packages/api/src/jobs/queue.ts': "import type { Mail } from '../mail.ts';",
      'packages/api/src/mail.ts': '',
    };
    expect(check(checkFileCircles, files)).toEqual([]);
    files['packages/api/src/mail.ts'] = "import type { Services } from './context.ts';";
    expect(check(checkFileCircles, files)).toEqual([
      'packages/api/src/context.ts: imports itself: context.ts → jobs/queue.ts → mail.ts → context.ts. Move what two of them need into a file of its own.',
    ]);
  });
});
