import type { Services } from './rpc/context.ts';
import type { DeadJobHandlers, JobHandlers } from './jobs/queue.ts';
import { sendPush } from './news/push-jobs.ts';
import { deleteObjects } from './recordings/cleanup-jobs.ts';
import { giveUpInspection, inspectRecording } from './recordings/jobs.ts';
import { giveUpMeasuring, measureLoudness } from './recordings/loudness-jobs.ts';
import { watchStory } from './reports/watched/jobs.ts';
import { sendMail } from './send-mail.ts';
import { makeMp3 } from './stories/encoding-jobs.ts';
import { forgetTranscript, giveUpTranscription, transcribeRecording } from './transcription/jobs.ts';

/** Creates the handlers of each kind of job. */
export const createJobHandlers = (services: Services): JobHandlers => ({
  'inspect-recording': (job) => inspectRecording(services, job),
  'transcribe-recording': (job) => transcribeRecording(services, job),
  'measure-loudness': (job) => measureLoudness(services, job),
  'delete-objects': ({ data }) => deleteObjects(services, data),
  'send-mail': ({ data }) => sendMail(services, data),
  'forget-transcript': ({ data }) => forgetTranscript(services, data),
  'make-mp3': (job) => makeMp3(services, job),
  'send-push': (job) => sendPush(services, job),
  'watch-story': ({ data }) => watchStory(services, data),
});

/** Creates the handlers of permanently failed jobs. They record the failure, so that the user sees it and can act. */
export const createDeadJobHandlers = (services: Services): DeadJobHandlers => ({
  'inspect-recording': (data) => giveUpInspection(services, data),
  'transcribe-recording': (data) => giveUpTranscription(services, data),
  'measure-loudness': (data) => giveUpMeasuring(services, data),
});
