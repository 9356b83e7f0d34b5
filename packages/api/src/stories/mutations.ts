import { createHash } from 'node:crypto';
import {
  defaults,
  DomainError,
  isRefusalCode,
  StoryExistsError,
  toStoredText,
  type createStoryInput,
  type StoryId,
  type UpdateStoryInput,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Services, Viewer } from '../rpc/context.ts';
import { closeReplaced } from '../corrections/mutations.ts';
import { deleteRecording } from '../recordings/mutations.ts';
import { lockOpenQuestion } from '../questions/mutations.ts';
import { renewPictures, withdrawMp3s } from '../story-mp3s.ts';
import { repeatTranscription } from '../transcription/repeat-mutations.ts';
import { toWrittenText } from '../transcription/text-mutations.ts';
import { alignText, fromJson, toJson } from '../transcription/word-queries.ts';
import { requireActive } from '../locks.ts';
import { lockOrigin, tellOfReply } from './threads/mutations.ts';
import { changeVisibility, rememberVoices, requireVoices } from './visibility/mutations.ts';
import type { OwnStory } from './visibility/queries.ts';

type NewStory = z.output<typeof createStoryInput>;

const digestOf = ({ title, transcript, tags }: NewStory): string =>
  createHash('sha256')
    .update(JSON.stringify([title ?? null, transcript ?? null, tags]))
    .digest('hex');

/**
 * Saves a recording as a private story. An answer to a question, or a story that follows another one, gets the visibility of
 * the input. If the link of the question is no longer valid, or the other story cannot be answered, it answers nothing, and
 * is published or private as the input says. Repeating the call returns the same story. Throws STORY_EXISTS, with the id of
 * the story, for different content of the same recording, RECORDING_NOT_FOUND, RECORDING_NOT_READY, the code with which the
 * inspection refused it, VOICES_NOT_AGREED as `setVisibility` does, TITLE_REQUIRED if there is neither a title nor a text,
 * or the errors of `lockOrigin`.
 */
export function createStory(services: Services, viewer: Viewer, input: NewStory): Promise<StoryId> {
  return services.database.prisma.$transaction(async (tx) => {
    const { answers, origin: wished } = input;
    const choice = answers ?? wished;
    const publishes = choice?.visibility === 'published';
    // Runs first, because the row of the author is locked for reading later.
    const isForAll = publishes || (wished?.kind === 'reply' && wished.visibility === 'shared');
    if (isForAll && choice?.voicesAgreed) await rememberVoices(tx, viewer.id);
    await requireActive(tx, viewer.id);
    // Serializes concurrent saves of one recording.
    await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${input.recordingId}::uuid FOR UPDATE`;
    const recording = await tx.recording.findFirst({
      where: { id: input.recordingId, userId: viewer.id },
      select: {
        state: true,
        refusal: true,
        durationMs: true,
        // Also the text of an earlier run, which the author sees until the present one ends.
        transcript: { select: { text: true, words: true } },
        story: { select: { id: true, createdWith: true } },
      },
    });
    if (!recording) throw new DomainError('RECORDING_NOT_FOUND');
    const createdWith = digestOf(input);
    if (recording.story) {
      const id = recording.story.id as StoryId; // a row's id is a plain string
      if (recording.story.createdWith !== createdWith) throw new StoryExistsError(id);
      return id;
    }
    if (isRefusalCode(recording.refusal)) throw new DomainError(recording.refusal);
    if (recording.state !== 'ready' || recording.durationMs === null)
      throw new DomainError('RECORDING_NOT_READY');
    if (isForAll) await requireVoices(tx, viewer.id);

    const heard = recording.transcript;
    const transcript = input.transcript ?? heard?.text ?? null;
    if (input.title === undefined && !transcript) throw new DomainError('TITLE_REQUIRED');
    const words = alignText(transcript, fromJson(heard?.words));
    const origin = wished ? await lockOrigin(tx, viewer, wished, recording.durationMs) : null;
    const question = answers ? await lockOpenQuestion(tx, viewer, answers.token) : null;
    const story = await tx.story.create({
      data: {
        id: uuidv7(),
        recordingId: input.recordingId,
        userId: viewer.id,
        title: input.title ?? defaults.storyTitle,
        transcript,
        transcriptWords: toJson(words),
        durationMs: recording.durationMs,
        tags: input.tags,
        createdWith,
        questionId: question?.id ?? null,
        ...origin,
      },
      select: { id: true, userId: true },
    });
    if (choice && (question || publishes)) await changeVisibility(services, tx, story, choice.visibility);
    if (origin?.originKind === 'reply') await tellOfReply(tx, story);
    return story.id as StoryId; // a row's id is a plain string
  });
}

export async function updateTags({ database }: Services, story: OwnStory, tags: string[]): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, story.userId);
    const { count } = await tx.story.updateMany({ where: { id: story.id }, data: { tags } });
    if (count === 0) throw new DomainError('STORY_NOT_FOUND');
  });
}

/**
 * Sets who may comment on a story or reply to it, or whether listeners may make videos of it or correct its text. Existing
 * comments and replies stay. If listeners decide, the next proposal decides together with the open ones; switching it on
 * changes no text.
 */
export async function setSwitch(
  { database }: Services,
  story: OwnStory,
  data: Pick<Prisma.StoryUpdateInput, 'commenters' | 'clips' | 'listenersDecide' | 'replies'>,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, story.userId);
    await tx.story.update({ where: { id: story.id }, data });
  });
}

/**
 * Updates title and text; see `toWrittenText`. Throws CONFLICT if the text is neither the one that the author changed nor the
 * new one already.
 */
export async function updateStory(
  { database, jobs }: Services,
  { id, userId, recordingId }: OwnStory,
  { title, transcript, was }: UpdateStoryInput,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, userId);
    const data: Prisma.StoryUpdateManyMutationInput = {};
    if (title !== undefined) data.title = title;
    const written = transcript === undefined ? null : await toWrittenText(tx, recordingId, transcript);
    Object.assign(data, written?.columns);
    if (written && was !== undefined) {
      const now = await tx.story.findUnique({ where: { id }, select: { transcript: true } });
      if (now && ![was, transcript].includes(toStoredText(now.transcript ?? '')))
        throw new DomainError('CONFLICT');
    }
    const isRenamed =
      title !== undefined && (await tx.story.count({ where: { id, title: { not: title } } })) > 0;
    const { count } = await tx.story.updateMany({ where: { id }, data });
    if (count === 0) throw new DomainError('STORY_NOT_FOUND');
    if (written) await closeReplaced(tx, id, { words: written.words, isByAuthor: true });
    if (isRenamed) await renewPictures({ jobs }, tx, { storyIds: [id] });
  });
}

/** Throws TRANSCRIPTION_OFF; see `repeatTranscription`. */
export async function transcribeStoryAgain(
  { database, transcriber, jobs }: Services,
  { userId, recordingId }: OwnStory,
  replaceEdits: boolean,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, userId);
    await repeatTranscription({ transcriber, jobs }, tx, recordingId, { replacesText: replaceEdits });
  });
}

/**
 * Deletes a story with everything that belongs to it. Its audio is deleted after the transaction commits. The id of its
 * recording cannot be used again, because a draft that another browser still keeps would bring the story back.
 */
export async function deleteStory({ database, jobs }: Services, story: OwnStory): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    // Locks the recording before the story, as storing a transcription and deleting an account do.
    await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${story.recordingId}::uuid FOR UPDATE`;
    await tx.$queryRaw`SELECT 1 FROM stories WHERE id = ${story.id}::uuid FOR UPDATE`;
    await withdrawMp3s({ jobs }, tx, { storyIds: [story.id] });
    // Reads the current state, because another tab may have published the story meanwhile.
    const [gone] = await tx.$queryRaw<{ isPublic: boolean }[]>`DELETE FROM stories
      WHERE id = ${story.id}::uuid RETURNING published AND hidden_at IS NULL AS "isPublic"`;
    if (!gone) return;
    if (gone.isPublic) {
      await tx.profile.update({ where: { id: story.userId }, data: { postsCount: { decrement: 1 } } });
    }
    await deleteRecording({ jobs }, tx, story.recordingId);
    await tx.spentId.updateMany({ where: { id: story.recordingId }, data: { userId: null } });
  });
}
