import { z } from 'zod';
import { brokenRule } from '../appeals/schema.ts';
import { canonicalId, recordingId, storyId, userId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput, pageSize } from '../paging.ts';
import { timeMs } from '../transcription/schema.ts';
import { judgeBy, moderationReason, searchText, storedText } from '../text/schema.ts';
import { defaults } from '../text/defaults.ts';
import { toStoredText } from '../text/rules.ts';
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
/** A client that sends back the placeholder of a missing transcript did not write it. */
const transcript = storedText(checkTranscript, limits.transcript).transform((text) =>
  text === defaults.transcript ? undefined : text,
);
export const tag = storedText(checkTag, limits.tag);
export const storyTags = z
  .array(tag)
  .superRefine(judgeBy(checkTagList))
  .meta({ maxItems: limits.tag.maxCount });

/** Confirms the consent of other people in the recording. Required at the first publication of a user. */
const voicesAgreed = z.literal(true).optional();

/**
 * Idempotent by recording. A missing title becomes the default one, but a given title must not be blank. A missing
 * transcript means that of the transcriber, now or later. With the token of a question, the story answers it if its link
 * still works, with the visibility that the author chose. If the link no longer works, the story is published if the author
 * chose that, or else private.
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
    /** A shared reply plays after its story. A private one is a story like any other. */
    origin: z
      .object({ id: storyId, kind: z.enum(originKinds), visibility: z.enum(storyVisibilities), voicesAgreed })
      .refine(({ kind, visibility }) => visibility !== (kind === 'reply' ? 'published' : 'shared'))
      .optional(),
  })
  // Answering a question and replying take two locks in opposite orders.
  .refine(({ answers, origin }) => !(answers && origin), { path: ['origin'] });
export const storyInput = z.object({ id: storyId });
/** Servers of the previous version require `isLetIn`. */
export const letInInput = storyInput.extend({ isLetIn: z.literal(true).optional() });
export const publishStoryInput = storyInput.extend({ voicesAgreed });
export const updateStoryInput = z.object({
  id: storyId,
  title: title.optional(),
  transcript: transcript.optional(),
  /** The text of the story that the author changed. Without it, any text is replaced. */
  was: z.string().overwrite(toStoredText).optional(),
});
/** Without `replaceEdits`, the author's changes stay and get new times. */
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
/** The limit is that of a usual page, because the answer contains whole texts of any length. */
export const storiesByIdsInput = z.object({ ids: z.array(storyId).max(limits.page.defaultSize) });
export const storiesByUserInput = pageInput.extend({ userId });
export const countStoriesInput = z.object({ userId });
/** The vote that results, so that a repeated call counts once. Null withdraws the vote. */
export const voteStoryInput = z.object({ id: storyId, direction: z.enum(voteDirections).nullable() });
export const setCommentersInput = z.object({ id: storyId, commenters: z.enum(commenters) });
export const setClipsInput = z.object({ id: storyId, clips: z.boolean() });
export const setListenersDecideInput = z.object({ id: storyId, listenersDecide: z.boolean() });

export const setRepliesInput = z.object({ id: storyId, replies: z.enum(repliesChoices) });
export const storiesByOriginInput = pageInput.extend({ id: storyId });

export const setListensKeptInput = z.object({ isKept: z.boolean() });
/** The positions of the viewer in stories. */
export const rememberListensInput = z.object({
  stories: z.array(z.object({ id: storyId, positionMs: timeMs })).max(limits.listens.maxPerCall),
});
/** The id of a story or of its author, or the tag of a subject. */
export const leftOutInput = z
  .object({ kind: z.enum(leftOutKinds), id: tag })
  .refine(({ kind, id }) => kind === 'subject' || canonicalId.safeParse(id).success, { path: ['id'] });

export const moderateStoryInput = z.object({ id: storyId, reason: moderationReason });
export const hideStoryInput = moderateStoryInput.extend({ rule: brokenRule });

/** Lasts until the end of a day in UTC. The author sees the reason, because the story is hidden. */
export const freezeStoryInput = hideStoryInput.extend({
  caseNumber: storedText(checkCaseNumber, limits.freeze.caseNumber),
  // The database has no year 0.
  until: z.iso.date('FREEZE_DATE_INVALID').refine((day) => day >= '0001', 'FREEZE_DATE_INVALID'),
});
export const freezeInput = z.object({ id: canonicalId });

export type UpdateStoryInput = z.infer<typeof updateStoryInput>;
export type FeedInput = z.infer<typeof feedInput>;
export type FreezeStoryInput = z.output<typeof freezeStoryInput>;
