import type { Services } from './context.ts';
import type { JobHandlers } from './jobs.ts';
import { deleteObjects, inspectRecording } from './recordings/jobs.ts';
import { forgetTranscript, transcribeRecording } from './transcription/jobs.ts';

/** What a worker does for each kind of job. */
export const createJobHandlers = (services: Services): JobHandlers => ({
  'inspect-recording': ({ data }) => inspectRecording(services, data),
  'transcribe-recording': (job) => transcribeRecording(services, job),
  'delete-objects': ({ data }) => deleteObjects(services, data),
  'forget-transcript': ({ data }) => forgetTranscript(services, data),
});
