import type { StoryId, UserId } from '../ids.ts';
import type { TranscriptWord } from '../transcription/types.ts';

export const voteDirections = ['up', 'down'] as const;
export type VoteDirection = (typeof voteDirections)[number];

/** How a story was received, as its viewer sees it. */
export interface StoryVotes {
  readonly upvotes: number;
  readonly downvotes: number;
  readonly vote: VoteDirection | null;
}

export interface StoryAuthor {
  readonly id: UserId;
  readonly username: string | null;
}

/** A story as a list shows it. */
export interface StorySummary {
  readonly id: StoryId;
  readonly title: string;
  readonly transcript: string;
  /**
   * `pending` while the transcriber still works: the text is empty and will come. `missing` where there is none: the
   * text is the product's word for that, and nobody's own.
   */
  readonly transcriptStatus: 'ready' | 'pending' | 'missing';
  /** A path on this server; it changes when the audio does. */
  readonly audioUrl: string;
  readonly durationMs: number;
  readonly peaks: readonly number[];
  readonly tags: readonly string[];
  readonly createdAt: Date;
  readonly published: boolean;
  /** Null for an author whose account is gone. */
  readonly author: StoryAuthor | null;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly comments: number;
  /** False: only who signed in may comment. */
  readonly anonymousComments: boolean;
  /** Hidden by moderation: only its author and the moderators see it at all. */
  readonly hidden: { readonly at: Date; readonly reason: string | null } | null;
  readonly viewer: {
    readonly vote: VoteDirection | null;
    readonly canEdit: boolean;
    readonly canDelete: boolean;
  };
}

/** A story with what only its own view needs. */
export interface Story extends StorySummary {
  readonly transcriptWords: readonly TranscriptWord[] | null;
}
