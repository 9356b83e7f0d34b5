import { z } from 'zod';
import { recordingId, storyId, userId, type StoryId, type UserId } from './ids.ts';
import { limits } from './limits.ts';
import { pageInput } from './paging.ts';
import { foldTag } from './tags.ts';
import type { TranscriptWord } from './transcription.ts';
import { visibleText } from './visible-text.ts';

const title = visibleText(limits.title.maxLength, 'TITLE_REQUIRED', 'TITLE_TOO_LONG');
const transcript = z
  .string()
  .trim()
  .max(limits.transcript.maxLength, 'TRANSCRIPT_TOO_LONG')
  .refine((text) => !text.includes('\u0000'), 'INVALID_INPUT');
const tag = visibleText(limits.tag.maxLength, 'TAG_REQUIRED', 'TAG_TOO_LONG');
export const storyTags = z
  .array(tag)
  .max(limits.tag.maxCount, 'TAGS_TOO_MANY')
  .refine((tags) => new Set(tags.map((each) => foldTag(each))).size === tags.length, 'TAG_DUPLICATE');

/**
 * Idempotent by recording. A missing title becomes the default one; a title that is given must not be blank.
 * A missing transcript means "what the transcriber hears", now or when it is done.
 */
export const createStoryInput = z.object({
  recordingId,
  title: title.optional(),
  transcript: transcript.optional(),
  tags: storyTags.default([]),
});
export const storyInput = z.object({ id: storyId });
export const updateStoryInput = z.object({
  id: storyId,
  title: title.optional(),
  transcript: transcript.optional(),
});
export const updateStoryTagsInput = z.object({ id: storyId, tags: storyTags });
export const feedInput = pageInput.extend({
  search: z
    .string()
    .trim()
    .max(limits.search.maxLength, 'SEARCH_TOO_LONG')
    .refine((text) => !text.includes('\u0000'), 'INVALID_INPUT')
    .default(''),
  tags: z.array(tag).max(limits.tag.maxCount, 'TAGS_TOO_MANY').default([]),
});
/** As many as a page holds at most. */
export const storiesByIdsInput = z.object({ ids: z.array(storyId).max(limits.page.maxSize) });
export const myStoriesInput = pageInput;
export const storiesByUserInput = pageInput.extend({ userId });
export const countStoriesInput = z.object({ userId });
/** The vote as it shall be, not a step: sent twice, or from two tabs, it counts once. Null takes it back. */
export const voteStoryInput = z.object({ id: storyId, direction: z.enum(['up', 'down']).nullable() });
/** Whether visitors may comment. */
export const setAnonymousCommentsInput = z.object({ id: storyId, anonymousComments: z.boolean() });

export type CreateStoryInput = z.input<typeof createStoryInput>;
export type UpdateStoryInput = z.infer<typeof updateStoryInput>;
export type FeedInput = z.infer<typeof feedInput>;
export type VoteDirection = NonNullable<z.infer<typeof voteStoryInput>['direction']>;

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
