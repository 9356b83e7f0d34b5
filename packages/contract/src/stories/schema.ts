import { z } from 'zod';
import { canonicalId, recordingId, storyId, userId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput, pageSize } from '../paging.ts';
import { judgeBy, moderationReason, searchText, storedText } from '../text/schema.ts';
import { defaults } from '../text/defaults.ts';
import { checkTranscript } from '../transcription/rules.ts';
import { checkTag, checkTagCount, checkTagList, checkTitle, feedLists } from './rules.ts';
import { leftOutKinds, voteDirections } from './types.ts';

const title = storedText(checkTitle, limits.title);
/** A client that sends back the placeholder of a missing transcript has not written one. */
const transcript = storedText(checkTranscript, limits.transcript).transform((text) =>
  text === defaults.transcript ? undefined : text,
);
export const tag = storedText(checkTag, limits.tag);
export const storyTags = z
  .array(tag)
  .superRefine(judgeBy(checkTagList))
  .meta({ maxItems: limits.tag.maxCount });

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
/** The author's changes stay and get new times, unless `replaceEdits` is set. */
export const transcribeStoryAgainInput = z.object({ id: storyId, replaceEdits: z.boolean() });
export const updateStoryTagsInput = z.object({ id: storyId, tags: storyTags });
export const feedInput = pageInput.extend({
  limit: pageSize.default(limits.feed.pageSize),
  search: searchText.default(''),
  tags: z.array(tag).superRefine(judgeBy(checkTagCount)).meta({ maxItems: limits.tag.maxCount }).default([]),
  order: z.enum(feedLists).default('featured'),
});
export const subjectInput = z.object({ tag });
export const findSubjectsInput = pageInput.extend({ search: searchText });
/** At most as many ids as a usual page holds stories: their texts are answered whole, however long. */
export const storiesByIdsInput = z.object({ ids: z.array(storyId).max(limits.page.defaultSize) });
export const myStoriesInput = pageInput;
export const storiesByUserInput = pageInput.extend({ userId });
export const countStoriesInput = z.object({ userId });
/** The vote as it shall be, not a step, so that a repeated call counts once. Null takes the vote back. */
export const voteStoryInput = z.object({ id: storyId, direction: z.enum(voteDirections).nullable() });
export const setAnonymousCommentsInput = z.object({ id: storyId, anonymousComments: z.boolean() });
export const setClipsInput = z.object({ id: storyId, clips: z.boolean() });

export const setListensKeptInput = z.object({ isKept: z.boolean() });
const maxPositionMs = limits.recording.maxDurationMs + limits.recording.durationToleranceMs;
/** Where the viewer stopped in stories. */
export const rememberListensInput = z.object({
  stories: z
    .array(z.object({ id: storyId, positionMs: z.number().int().min(0).max(maxPositionMs) }))
    .max(limits.listens.maxPerCall),
});
/** The id of a story or of its author, or the tag of a subject. */
export const leftOutInput = z
  .object({ kind: z.enum(leftOutKinds), id: tag })
  .refine(({ kind, id }) => kind === 'subject' || canonicalId.safeParse(id).success, { path: ['id'] });
export const listLeftOutInput = pageInput;

export const moderateStoryInput = z.object({ id: storyId, reason: moderationReason });
export const hiddenStoriesInput = pageInput;

export type CreateStoryInput = z.input<typeof createStoryInput>;
export type UpdateStoryInput = z.infer<typeof updateStoryInput>;
export type FeedInput = z.infer<typeof feedInput>;
