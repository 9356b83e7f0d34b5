export interface Flags {
  readonly showDownvotes: boolean;
  readonly recordOnly: boolean;
  /**
   * A moderator must approve the first story of an account before it is published. After this flag is turned off, stories
   * that wait for approval stay with the moderators, unless their author publishes them again.
   */
  readonly reviewFirstStory: boolean;
}

export const defaultFlags: Flags = { showDownvotes: false, recordOnly: true, reviewFirstStory: false };
