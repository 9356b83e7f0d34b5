import { accountRouter } from './account/router.ts';
import { adminRouter } from './admin/router.ts';
import { appealsRouter } from './appeals/router.ts';
import { commentsRouter } from './comments/router.ts';
import { followsRouter } from './follows/router.ts';
import { policies, type Policy } from './policies.ts';
import { profilesRouter } from './profiles/router.ts';
import { recordingsRouter } from './recordings/router.ts';
import { reportsRouter } from './reports/router.ts';
import { settingsRouter } from './settings/router.ts';
import { storiesRouter } from './stories/router.ts';
import { transcriptionRouter } from './transcription/router.ts';
import { createCallerFactory, router } from './trpc.ts';
import { usersRouter } from './users/router.ts';

export const appRouter = router({
  account: accountRouter,
  admin: adminRouter,
  appeals: appealsRouter,
  comments: commentsRouter,
  follows: followsRouter,
  profiles: profilesRouter,
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

/** Who may call what. A procedure without a policy does not typecheck here. */
export const listPolicies = (): Readonly<Record<ProcedurePath, Policy>> => policies;

/** Calls procedures without HTTP: for tests and for work inside the server. */
export const createCaller = createCallerFactory(appRouter);
