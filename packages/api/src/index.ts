export { appRouter, findPolicy, isSubscription, listPolicies, type AppRouter } from './app-router.ts';
export { enforcePolicy, requireKnownRoom, searchesText, type Policy } from './rpc/enforce-policy.ts';
export { answerQueries, readQueries, type Queries, type Query } from './rpc/answer-queries.ts';
export type {
  Context,
  Doctor,
  Photos,
  PreviewedStory,
  Previews,
  RemadePhoto,
  Services,
  Viewer,
} from './rpc/context.ts';
export { beat, openSubscription, toChunk, toFirstChunk } from './rpc/open-subscription.ts';
export { toTransportError, transportStatusOf } from './rpc/errors.ts';
export { listExportFiles, type ExportFile } from './account/export-queries.ts';
export { finishOauth, startOauth, type OauthResult } from './account/oauth-mutations.ts';
export { verifyCounters } from './admin/counter-queries.ts';
export { keepDayFigures } from './admin/space-jobs.ts';
export { createDeadJobHandlers, createJobHandlers } from './job-handlers.ts';
export { prepareJobQueue, startJobQueue, type EndedJob } from './jobs/queue.ts';
export { createRateLimiter } from './rpc/rate-limiter.ts';
export { collectObjects, collectRecordings } from './recordings/cleanup-jobs.ts';
export { queueDigests } from './news/digest-jobs.ts';
export { endDigest } from './news/digest-mutations.ts';
export { forgetLiveMessages, forgetNews } from './news/jobs.ts';
export { createLiveHub, type LiveHub } from './rpc/live-hub.ts';
export { forgetRegister, registerExport } from './register.ts';
export { endFreezes } from './stories/freezes/jobs.ts';
export { forgetReported } from './reports/jobs.ts';
export { inspectNow } from './recordings/jobs.ts';
export {
  findPodcast,
  findPodcastAuthor,
  type Podcast,
  type PodcastStory,
} from './profiles/podcast-queries.ts';
export { requireSubjectPodcast, type SubjectPodcast } from './stories/subjects/podcast-queries.ts';
export { requireCollection } from './collections/queries.ts';
export { requireSubject } from './stories/subjects/queries.ts';
export { isFormerName } from './profiles/name-queries.ts';
export { requirePublicProfile } from './profiles/queries.ts';
export { findPhoto } from './profiles/summary-queries.ts';
export {
  appendToUpload,
  completeUpload,
  createUpload,
  refuseUpload,
  requireUpload,
  setUploadLength,
} from './recordings/upload-mutations.ts';
export { getUpload } from './recordings/upload-queries.ts';
export { selectExpectedObjects, type ExpectedObject } from './recordings/queries.ts';
export { retryWaitingTranscriptions } from './transcription/mutations.ts';
export { makeAdministrator, type MadeAdministrator } from './users/mutations.ts';
export {
  listSitemapDays,
  readSitemapDay,
  sitemapKinds,
  type SitemapKind,
} from './stories/sitemap-queries.ts';
export { readFrontVersion } from './stories/front-queries.ts';
export { requireStory } from './stories/queries.ts';
export {
  findEmbeddedStory,
  findLinkedStory,
  type EmbeddedStory,
  type LinkedStory,
} from './stories/link-queries.ts';
export { queueUnmeasured } from './recordings/loudness-jobs.ts';
export { keepMp3s } from './stories/encoding-jobs.ts';
export {
  createStoryAudioFinder,
  createStoryMp3Finder,
  mp3Type,
  type StoryAudio,
} from './stories/audio-queries.ts';
export { toWrittenAtMs } from './rpc/use-replica.ts';
