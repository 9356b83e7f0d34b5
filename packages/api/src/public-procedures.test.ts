import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appRouter } from './app-router.ts';
import { createTestWorld, type TestWorld } from './testing/world.ts';

/** What anyone may call. Whoever adds one here says so in a review. */
const publicProcedures = new Set([
  'auth.session',
  'auth.signUp',
  'auth.signIn',
  'auth.verifyEmail',
  'auth.resendVerification',
  'auth.requestPasswordReset',
  'auth.resetPassword',
  'comments.list',
  'comments.create',
  'follows.followers',
  'follows.following',
  'follows.stats',
  'profiles.byIds',
  'profiles.byUsername',
  'reports.create',
  'settings.public',
  'stories.byId',
  'stories.byUser',
  'stories.count',
  'stories.feed',
  'stories.byIds',
]);

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const paths = Object.keys(appRouter._def.procedures);

async function call(path: string, input: unknown): Promise<string> {
  let procedure: unknown = world.visitor;
  for (const name of path.split('.')) procedure = Reflect.get(Object(procedure), name);
  if (typeof procedure !== 'function') throw new Error(`${path} is no procedure`);
  try {
    await procedure(input);
    return 'answered';
  } catch (error) {
    if (!(error instanceof TRPCError) || getHTTPStatusCodeFromError(error) >= 500) throw error;
    return error.message;
  }
}

it('lists procedures that exist', () => {
  expect([...publicProcedures].filter((path) => !paths.includes(path))).toEqual([]);
});

it.each(paths.filter((path) => !publicProcedures.has(path)))(
  'does not let a visitor call %s',
  async (path) => {
    expect([await call(path, undefined), await call(path, {})]).toEqual([
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
    ]);
  },
);

it.each([...publicProcedures])('lets a visitor call %s, and survives an empty input', async (path) => {
  expect([await call(path, undefined), await call(path, {})]).not.toContain('UNAUTHENTICATED');
});
