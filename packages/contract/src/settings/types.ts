import type { OauthProvider } from '../account/types.ts';

export interface Flags {
  readonly showDownvotes: boolean;
  readonly recordOnly: boolean;
}

export const defaultFlags: Flags = { showDownvotes: false, recordOnly: true };

/** What a browser needs to know before it shows anything. */
export interface PublicSettings {
  readonly flags: Flags;
  /** False: the server has no transcriber, so the browser's own recognition may help. */
  readonly transcription: boolean;
  readonly oauthProviders: readonly OauthProvider[];
}
