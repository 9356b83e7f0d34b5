import { recordingLimits } from './limits.ts';

/**
 * Sharing an audio file with the installed app. The system posts a form. The service worker keeps its file for the recorder,
 * and the server answers if there is no worker.
 */
export const share = {
  /** The address of the form in the manifest. */
  path: '/compartir',
  /** The field of the file in the manifest. */
  field: 'audio',
  /** The recorder's search parameter with the outcome. */
  parameter: 'audio',
  /** The browser's cache for the one file of the recorder, the address of the file there, and the header with its name. */
  cache: 'shared-audio',
  address: '/compartir/audio',
  nameHeader: 'X-File-Name',
  /** A form is slightly larger than its file. */
  maxBytes: recordingLimits.recording.maxBytes + 64 * 1024,
} as const;

/** `taken`: the file is in the cache. `missing`: there was no file, or no worker to keep it. */
export type ShareOutcome = 'taken' | 'too-big' | 'missing';
