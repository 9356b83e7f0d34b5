import { describe, expect, it } from 'vitest';
import { appRouter } from './app-router.ts';
import { policies, requirePolicy } from './policies.ts';

describe('SEC-03: the table of policies', () => {
  it('L283-284, L286, L291, L340-341: holds every procedure and nothing else', () => {
    expect(Object.keys(policies).toSorted()).toEqual(Object.keys(appRouter._def.procedures).toSorted());
  });

  it('knows nothing of what is not in it', () => {
    for (const path of ['stories.steal', 'toString', '__proto__', '']) {
      expect(() => requirePolicy(path)).toThrow(`There is no policy for ${path}`);
    }
  });
});
