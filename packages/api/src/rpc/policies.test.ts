import { describe, expect, it } from 'vitest';
import { appRouter, listPolicies } from '../app-router.ts';
import { administratorProcedure, moderatorProcedure } from './trpc.ts';

describe('SEC-03: the policies of the procedures', () => {
  it('cover every procedure, each with the level of its callers', () => {
    const policies = Object.entries(listPolicies());
    expect(policies.map(([path]) => path)).toEqual(Object.keys(appRouter._def.procedures));
    for (const [, policy] of policies) expect(policy).toMatchObject({ caller: expect.any(String) });
  });

  it('cannot be lowered by the rest of a policy', () => {
    const wider = { caller: 'anyone', limits: [] } as const;
    const callers = [moderatorProcedure(wider), administratorProcedure(wider)].map(
      (procedure) => procedure._def.meta?.caller,
    );
    expect(callers).toEqual(['moderator', 'administrator']);
  });
});
