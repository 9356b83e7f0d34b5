import type { JobHandlers } from '../../jobs/queue.ts';

/** Returns handlers of which only that of the inspections does something. */
export const inspectOnly = (inspect: JobHandlers['inspect-recording']): JobHandlers => ({
  'inspect-recording': inspect,
  'transcribe-recording': async () => {},
  'delete-objects': async () => {},
  'send-mail': async () => {},
  'forget-transcript': async () => {},
  'make-mp3': async () => {},
  'send-push': async () => {},
  'watch-story': async () => {},
});
