export interface Flags {
  readonly showDownvotes: boolean;
  readonly recordOnly: boolean;
  /** The first story of an account is published once a moderator lets it in. Those that wait when it is switched off stay with the moderators, unless their author publishes them again. */
  readonly reviewFirstStory: boolean;
}

export const defaultFlags: Flags = { showDownvotes: false, recordOnly: true, reviewFirstStory: false };
