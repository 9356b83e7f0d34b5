import type { OauthProvider } from '../account/types.ts';
import type { Flags } from './flags.ts';

/** The announcement of an administrator to everyone. */
export interface Announcement {
  /** Differs for each announcement, because a user closes each one once. */
  readonly id: string;
  readonly text: string;
}

/** An announcement in the view of administrators. */
export interface SetAnnouncement extends Announcement {
  /** Its last day, in Spain, like 2026-01-31. */
  readonly until: string | null;
  readonly hasEnded: boolean;
}

/** The settings that administrators can change. */
export interface OperatorSettings {
  readonly flags: Flags;
  readonly announcement: SetAnnouncement | null;
}

/** The settings that a browser needs before its first screen. */
export interface PublicSettings {
  readonly flags: Flags;
  /** False if the server has no transcriber. The speech recognition of the browser then replaces it. */
  readonly transcription: boolean;
  readonly oauthProviders: readonly OauthProvider[];
  readonly announcement: Announcement | null;
  /** The age that a new user confirms. */
  readonly minimumAge: number;
}
