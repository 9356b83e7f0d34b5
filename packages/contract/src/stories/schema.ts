import { z } from 'zod';
import { brokenRule } from '../appeals/schema.ts';
import { canonicalId, recordingId, storyId, userId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput, pageSize } from '../paging.ts';
import { timeMs } from '../transcription/schema.ts';
import { judgeBy, moderationReason, searchText, storedText } from '../text/schema.ts';
import { defaults } from '../text/defaults.ts';
import { questionToken } from '../questions/schema.ts';
import { checkTranscript } from '../transcription/rules.ts';
import { checkCaseNumber, checkTag, checkTagCount, checkTagList, checkTitle, feedLists } from './rules.ts';
import {
  commenters,
  leftOutKinds,
  originKinds,
  repliesChoices,
  storyVisibilities,
  voteDirections,
} from './types.ts';

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

/** Other people who are heard agree. Asked at the first publication of a user. */
const voicesAgreed = z.literal(true).optional();

/**
 * Idempotent by recording. A missing title becomes the default one; a title that is given must not be blank.
 * A missing transcript means "what the transcriber hears", now or when it is done. With the token of a question the story answers it,
 * if its link still works, and is seen as the author wants it from the first moment on; if
 * the link leads nowhere any more, it is published if they want that, or else private.
 */
export const createStoryInput = z
  .object({
    recordingId,
    title: title.optional(),
    transcript: transcript.optional(),
    tags: storyTags.default([]),
    answers: z
      .object({ token: questionToken, visibility: z.enum(storyVisibilities), voicesAgreed })
      .optional(),
    /** A reply is heard after its story if it is shared; private, it is a story like any other. */
    origin: z
      .object({ id: storyId, kind: z.enum(originKinds), visibility: z.enum(storyVisibilities), voicesAgreed })
      .refine(({ kind, visibility }) => visibility !== (kind === 'reply' ? 'published' : 'shared'))
      .optional(),
  })
  // One lock comes after the other's in one of the two orders only.
  .refine(({ answers, origin }) => !(answers && origin), { path: ['origin'] });
export const storyInput = z.object({ id: storyId });
export const publishStoryInput = storyInput.extend({ voicesAgreed });
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
export const setCommentersInput = z.object({ id: storyId, commenters: z.enum(commenters) });
export const setClipsInput = z.object({ id: storyId, clips: z.boolean() });
export const setListenersDecideInput = z.object({ id: storyId, listenersDecide: z.boolean() });

export const setRepliesInput = z.object({ id: storyId, replies: z.enum(repliesChoices) });
export const letInInput = z.object({ id: storyId, isLetIn: z.boolean() });
export const storiesByOriginInput = pageInput.extend({ id: storyId });

export const setListensKeptInput = z.object({ isKept: z.boolean() });
/** Where the viewer stopped in stories. */
export const rememberListensInput = z.object({
  stories: z.array(z.object({ id: storyId, positionMs: timeMs })).max(limits.listens.maxPerCall),
});
/** The id of a story or of its author, or the tag of a subject. */
export const leftOutInput = z
  .object({ kind: z.enum(leftOutKinds), id: tag })
  .refine(({ kind, id }) => kind === 'subject' || canonicalId.safeParse(id).success, { path: ['id'] });
export const listLeftOutInput = pageInput;

export const moderateStoryInput = z.object({ id: storyId, reason: moderationReason });
export const hideStoryInput = moderateStoryInput.extend({ rule: brokenRule });
export const hiddenStoriesInput = pageInput;

/** Until the end of a day of UTC. The author reads the reason, because the story is hidden. */
export const freezeStoryInput = hideStoryInput.extend({
  caseNumber: storedText(checkCaseNumber, limits.freeze.caseNumber),
  // The database has no year 0.
  until: z.iso.date('FREEZE_DATE_INVALID').refine((day) => day >= '0001', 'FREEZE_DATE_INVALID'),
});
export const freezesInput = pageInput;
export const freezeInput = z.object({ id: canonicalId });

export type CreateStoryInput = z.input<typeof createStoryInput>;
export type UpdateStoryInput = z.infer<typeof updateStoryInput>;
export type FeedInput = z.infer<typeof feedInput>;
export type FreezeStoryInput = z.output<typeof freezeStoryInput>;
