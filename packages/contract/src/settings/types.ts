import type { OauthProvider } from '../account/types.ts';
import type { Flags } from './flags.ts';

/** The announcement of an administrator to everyone. */
export interface Announcement {
  /** Another one for each announcement: a user closes one once. */
  readonly id: string;
  readonly text: string;
}

/** An announcement as administrators see it. */
export interface SetAnnouncement extends Announcement {
  /** Its last day, in Spain, like 2026-01-31. */
  readonly until: string | null;
  readonly hasEnded: boolean;
}

/** The settings that an administrator changes. */
export interface OperatorSettings {
  readonly flags: Flags;
  readonly announcement: SetAnnouncement | null;
}

/** The settings that a browser needs before its first screen. */
export interface PublicSettings {
  readonly flags: Flags;
  /** If false, the server has no transcriber, and the speech recognition of the browser takes its place. */
  readonly transcription: boolean;
  readonly oauthProviders: readonly OauthProvider[];
  readonly announcement: Announcement | null;
  /** The age that a new user confirms. */
  readonly minimumAge: number;
}
