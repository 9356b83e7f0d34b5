import { authRouter } from './auth/router.ts';
import { commentsRouter } from './comments/router.ts';
import { followsRouter } from './follows/router.ts';
import { moderationRouter } from './moderation/router.ts';
import { identitiesRouter } from './identities/router.ts';
import { policies, type Policy } from './policies.ts';
import { profilesRouter } from './profiles/router.ts';
import { recordingsRouter } from './recordings/router.ts';
import { reportsRouter } from './reports/router.ts';
import { settingsRouter } from './settings/router.ts';
import { storiesRouter } from './stories/router.ts';
import { transcriptionRouter } from './transcription/router.ts';
import { createCallerFactory, router } from './trpc.ts';

export const appRouter = router({
  auth: authRouter,
  comments: commentsRouter,
  follows: followsRouter,
  moderation: moderationRouter,
  identities: identitiesRouter,
  profiles: profilesRouter,
  recordings: recordingsRouter,
  reports: reportsRouter,
  settings: settingsRouter,
  stories: storiesRouter,
  transcription: transcriptionRouter,
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
