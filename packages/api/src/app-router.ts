import type { ProcedureType } from '@trpc/server';
import { accountRouter } from './account/router.ts';
import { adminRouter } from './admin/router.ts';
import { appealsRouter } from './appeals/router.ts';
import { blocksRouter } from './blocks/router.ts';
import { collectionsRouter } from './collections/router.ts';
import { commentsRouter } from './comments/router.ts';
import { correctionsRouter } from './corrections/router.ts';
import { followsRouter } from './follows/router.ts';
import { newsRouter } from './news/router.ts';
import type { Policy } from './rpc/enforce-policy.ts';
import { profilesRouter } from './profiles/router.ts';
import { questionsRouter } from './questions/router.ts';
import { reactionsRouter } from './reactions/router.ts';
import { recordingsRouter } from './recordings/router.ts';
import { reportsRouter } from './reports/router.ts';
import { settingsRouter } from './settings/router.ts';
import { storiesRouter } from './stories/router.ts';
import { transcriptionRouter } from './transcription/router.ts';
import { composeRouters, createCallerFactory, withDefaultLimits } from './rpc/trpc.ts';
import { usersRouter } from './users/router.ts';

export const appRouter = composeRouters({
  account: accountRouter,
  admin: adminRouter,
  appeals: appealsRouter,
  blocks: blocksRouter,
  collections: collectionsRouter,
  comments: commentsRouter,
  corrections: correctionsRouter,
  follows: followsRouter,
  news: newsRouter,
  profiles: profilesRouter,
  questions: questionsRouter,
  reactions: reactionsRouter,
  recordings: recordingsRouter,
  reports: reportsRouter,
  settings: settingsRouter,
  stories: storiesRouter,
  transcription: transcriptionRouter,
  users: usersRouter,
});
export type AppRouter = typeof appRouter;

type Nouns = AppRouter['_def']['record'];
export type ProcedurePath = {
  [Noun in keyof Nouns]: `${Noun}.${Extract<keyof Nouns[Noun], string>}`;
}[keyof Nouns];

interface ProcedureWithPolicy {
  readonly meta: Policy;
  readonly _def: { readonly type: ProcedureType };
}
// tRPC exposes the type of a procedure nowhere else. `_def.procedures` is typed as a tree but flat at run time, and
// `trpc.ts` wrote the metadata.
const flat = appRouter._def.procedures as unknown as Readonly<Record<string, ProcedureWithPolicy>>;

/** Returns the policy of every procedure, as its metadata holds it. */
export function listPolicies(): Readonly<Record<ProcedurePath, Policy>> {
  const entries = Object.entries(flat).map(([path, { meta }]) => [path, meta]);
  return Object.fromEntries(entries) as Readonly<Record<ProcedurePath, Policy>>; // the keys of the router
}

/** Returns the policy of a procedure with its default limits, or null if there is no such procedure. */
export function findPolicy(path: string): Policy | null {
  const procedure = Object.hasOwn(flat, path) ? flat[path] : undefined;
  return procedure ? withDefaultLimits(procedure._def.type, procedure.meta) : null;
}

/** Returns the policy of a query as `findPolicy` does, or null if there is no such query. */
export const findQueryPolicy = (path: string): Policy | null =>
  Object.hasOwn(flat, path) && flat[path]?._def.type === 'query' ? findPolicy(path) : null;

/** Returns whether the procedure streams events for as long as its client reads them. */
export const isSubscription = (path: string): boolean =>
  Object.hasOwn(flat, path) && flat[path]?._def.type === 'subscription';

/** Creates callers of the procedures without HTTP, for tests and for work inside the server. */
export const createCaller = createCallerFactory(appRouter);
