export { appRouter, createCaller, findPolicy, listPolicies, type AppRouter } from './app-router.ts';
export { enforcePolicy, requireKnownRoom, type Policy } from './enforce-policy.ts';
export {
  answerCalls,
  readMutations,
  readQueries,
  withBody,
  type Calls,
  type Mutations,
} from './answer-queries.ts';
export type { Context, Services, Viewer } from './context.ts';
export { toTransportError, transportStatusOf } from './errors.ts';
export { listExportFiles, type ExportFile } from './account/export-queries.ts';
export { finishOauth, startOauth, type OauthResult } from './account/oauth-mutations.ts';
export { createDeadJobHandlers, createJobHandlers } from './job-handlers.ts';
export { prepareJobQueue, startJobQueue, type EndedJob, type JobQueue } from './job-queues.ts';
export { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
export {
  collectLeftovers,
  collectObjects,
  collectRecordings,
  removeEndedUploads,
} from './recordings/cleanup-jobs.ts';
export { inspectNow } from './recordings/jobs.ts';
export { requirePublicProfile } from './profiles/queries.ts';
export { completeUpload, refuseUpload, requireUpload } from './recordings/mutations.ts';
export { retryWaitingTranscriptions } from './transcription/mutations.ts';
export { makeAdministrator, type MadeAdministrator } from './users/mutations.ts';
export { askTogether } from './shared-reads.ts';
export { listSitemapDays, readSitemapDay, sitemapKinds, type SitemapKind } from './sitemap-queries.ts';
export { requireStory } from './stories/queries.ts';
export {
  findEmbeddedStory,
  findLinkedStory,
  type EmbeddedStory,
  type LinkedStory,
} from './stories/link-queries.ts';
export { fillStoryWords } from './stories/jobs.ts';
export { createStoryAudioFinder, type StoryAudio, type StoryAudioFinder } from './stories/audio-queries.ts';
