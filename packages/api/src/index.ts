export { appRouter, createCaller, listPolicies, type AppRouter } from './app-router.ts';
export { obeyPolicy } from './callers.ts';
export type { Context, Services, Viewer } from './context.ts';
export { toTransportError, transportStatusOf } from './errors.ts';
export { listExportFiles, type ExportFile } from './exports/queries.ts';
export { finishOauth, startOauth, type OauthResult } from './identities/mutations.ts';
export { createDeadJobHandlers, createJobHandlers } from './job-handlers.ts';
export { prepareJobQueue, startJobQueue, type JobQueue } from './jobs.ts';
export { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
export type { Policy } from './policies.ts';
export {
  collectLeftovers,
  collectObjects,
  collectRecordings,
  inspectNow,
  removeEndedUploads,
} from './recordings/jobs.ts';
export { completeUpload, refuseUpload, requireUpload } from './recordings/mutations.ts';
export { wakeTranscriptions } from './transcription/mutations.ts';
export { makeAdministrator, type MadeAdministrator } from './suspensions/mutations.ts';
export { requireStoryAudio, type StoryAudio } from './stories/queries.ts';
