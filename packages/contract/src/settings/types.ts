import type { OauthProvider } from '../account/types.ts';
import type { Flags } from './flags.ts';

/** The settings that a browser needs before its first screen. */
export interface PublicSettings {
  readonly flags: Flags;
  /** If false, the server has no transcriber, and the speech recognition of the browser takes its place. */
  readonly transcription: boolean;
  readonly oauthProviders: readonly OauthProvider[];
}
