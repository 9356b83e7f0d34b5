import { authRouter } from './auth/router.ts';
import { commentsRouter } from './comments/router.ts';
import { followsRouter } from './follows/router.ts';
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
  profiles: profilesRouter,
  recordings: recordingsRouter,
  reports: reportsRouter,
  settings: settingsRouter,
  stories: storiesRouter,
  transcription: transcriptionRouter,
});
export type AppRouter = typeof appRouter;

/** Calls procedures without HTTP: for tests and for work inside the server. */
export const createCaller = createCallerFactory(appRouter);
