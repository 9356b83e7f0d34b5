import { initTRPC } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { appRouter, listPolicies } from '../app-router.ts';
import type { Context } from './context.ts';
import { administratorProcedure, moderatorProcedure, publicProcedure, router } from './trpc.ts';

const foreign = initTRPC.context<Context>().create();

describe('SEC-03: the policies of the procedures', () => {
  it('cover every procedure, each with the level of its callers', () => {
    const policies = Object.entries(listPolicies());
    expect(policies.map(([path]) => path)).toEqual(Object.keys(appRouter._def.procedures));
    for (const [, policy] of policies) expect(policy).toMatchObject({ caller: expect.any(String) });
  });

  it('are a part of the type: a procedure without one does not typecheck', () => {
    // @ts-expect-error -- a base procedure needs its policy before it can become a procedure
    expect(() => publicProcedure.query(() => 'unguarded')).toThrow(TypeError);
    // @ts-expect-error -- a procedure that no base procedure of ours made carries no policy
    router({ unguarded: foreign.procedure.query(() => 'unguarded') });
    router({ guarded: publicProcedure({ limits: ['read'] }).query(() => 'guarded') });
  });

  it('cannot be lowered by the rest of a policy', () => {
    const wider = { caller: 'anyone', limits: [] } as const;
    const callers = [moderatorProcedure(wider), administratorProcedure(wider)].map(
      (procedure) => procedure._def.meta?.caller,
    );
    expect(callers).toEqual(['moderator', 'administrator']);
  });
});
