import type { OauthProvider } from '../account/types.ts';

export interface Flags {
  readonly showDownvotes: boolean;
  readonly recordOnly: boolean;
}

export const defaultFlags: Flags = { showDownvotes: false, recordOnly: true };

/** The settings that a browser needs before its first screen. */
export interface PublicSettings {
  readonly flags: Flags;
  /** If false, the server has no transcriber, and the speech recognition of the browser takes its place. */
  readonly transcription: boolean;
  readonly oauthProviders: readonly OauthProvider[];
}
