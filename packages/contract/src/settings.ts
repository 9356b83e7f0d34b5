import type { Flags } from './flags.ts';

/** What a browser needs to know before it shows anything. */
export interface PublicSettings {
  readonly flags: Flags;
  /** False: the server has no transcriber, so the browser's own recognition may help. */
  readonly transcription: boolean;
  readonly oauthProviders: readonly ('google' | 'facebook')[];
}
