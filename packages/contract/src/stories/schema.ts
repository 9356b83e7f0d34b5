import { z } from 'zod';
import { recordingId, storyId, userId } from '../ids.ts';
import { limits } from '../limits.ts';
import { moderationReason } from '../moderation-reason.ts';
import { pageInput } from '../paging.ts';
import { visibleText } from '../text-schema.ts';
import { foldTag } from './rules.ts';
import { voteDirections } from './types.ts';

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
export const voteStoryInput = z.object({ id: storyId, direction: z.enum(voteDirections).nullable() });
/** Whether visitors may comment. */
export const setAnonymousCommentsInput = z.object({ id: storyId, anonymousComments: z.boolean() });

export const moderateStoryInput = z.object({ id: storyId, reason: moderationReason });
export const hiddenStoriesInput = pageInput;

export type CreateStoryInput = z.input<typeof createStoryInput>;
export type UpdateStoryInput = z.infer<typeof updateStoryInput>;
export type FeedInput = z.infer<typeof feedInput>;
