export { appRouter, createCaller, type AppRouter } from './app-router.ts';
export type { Context, Services, Viewer } from './context.ts';
export { toTransportError, transportStatusOf } from './errors.ts';
export { createDeadJobHandlers, createJobHandlers } from './job-handlers.ts';
export { startJobQueue, type JobQueue } from './jobs.ts';
export { collectRecordings, inspectRecording } from './recordings/jobs.ts';
export { completeUpload, refuseUpload, requireUpload } from './recordings/mutations.ts';
export { listUploading } from './recordings/queries.ts';
export { requireStoryAudio, type StoryAudio } from './stories/queries.ts';
