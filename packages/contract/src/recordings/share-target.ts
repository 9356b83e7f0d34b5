import { recordingLimits } from './limits.ts';

/**
 * Sharing an audio file with the installed app. The system posts a form; the service worker keeps its file for the
 * recorder, and the server answers where there is no worker.
 */
export const share = {
  /** The address of the form, as in the manifest. */
  path: '/compartir',
  /** The field with the file, as in the manifest. */
  field: 'audio',
  /** The recorder's search parameter with the outcome. */
  parameter: 'audio',
  /** The browser's cache for the one file that waits for the recorder, its address there, and the header with its name. */
  cache: 'shared-audio',
  address: '/compartir/audio',
  nameHeader: 'X-File-Name',
  /** A form is a little larger than its file. */
  maxBytes: recordingLimits.recording.maxBytes + 64 * 1024,
} as const;

/** `taken`: the file waits in the cache. `missing`: there was none, or no worker that could keep it. */
export type ShareOutcome = 'taken' | 'too-big' | 'missing';
