import { createHash } from 'node:crypto';
import {
  defaults,
  DomainError,
  isRefusalCode,
  StoryExistsError,
  type createStoryInput,
  type StoryId,
  type UpdateStoryInput,
} from '@relato/contract';
import { type Prisma, readTime } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Services, Viewer } from '../rpc/context.ts';
import { deleteRecording } from '../recordings/mutations.ts';
import { renewPictures, wantMp3s, withdrawMp3s } from '../story-mp3s.ts';
import { repeatTranscription } from '../transcription/repeat-mutations.ts';
import { alignText, fromJson, toJson } from '../transcription/word-queries.ts';
import { requireActive } from '../locks.ts';
import type { requireOwnStory } from './queries.ts';

type OwnStory = Awaited<ReturnType<typeof requireOwnStory>>;
type NewStory = z.output<typeof createStoryInput>;

const digestOf = ({ title, transcript, tags }: NewStory): string =>
  createHash('sha256')
    .update(JSON.stringify([title ?? null, transcript ?? null, tags]))
    .digest('hex');

/**
 * Saves a recording as an unpublished story. Repeating the call returns the same story. Throws STORY_EXISTS, with the id of the
 * story, for different content of the same recording, RECORDING_NOT_FOUND, RECORDING_NOT_READY, the code with which the
 * inspection refused it, or TITLE_REQUIRED if there is neither a title nor a text.
 */
export function createStory({ database }: Services, viewer: Viewer, input: NewStory): Promise<StoryId> {
  return database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    // Serializes concurrent saves of one recording.
    await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${input.recordingId}::uuid FOR UPDATE`;
    const recording = await tx.recording.findFirst({
      where: { id: input.recordingId, userId: viewer.id },
      select: {
        state: true,
        refusal: true,
        durationMs: true,
        transcript: { select: { status: true, text: true, words: true } },
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

    const heard = recording.transcript?.status === 'completed' ? recording.transcript : null;
    const transcript = input.transcript ?? heard?.text ?? null;
    if (input.title === undefined && !transcript) throw new DomainError('TITLE_REQUIRED');
    const words = alignText(transcript, fromJson(heard?.words));
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
      },
      select: { id: true },
    });
    return story.id as StoryId; // a row's id is a plain string
  });
}

/**
 * Publishes or unpublishes a story; repeating it changes nothing. The counter of the author follows the number of
 * public stories. Throws ACCOUNT_SUSPENDED if the author was suspended in the meantime.
 */
export async function setPublished(
  { database, jobs }: Services,
  story: OwnStory,
  published: boolean,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    // A suspension hides the stories of its moment, so nothing may become public after it.
    await requireActive(tx, story.userId);
    // Publishing again does not make a story new.
    const first = published
      ? await tx.story.updateMany({
          where: { id: story.id, publishedAt: null },
          data: { publishedAt: await readTime(tx) },
        })
      : null;
    const [changed] = await tx.story.updateManyAndReturn({
      where: { id: story.id, published: !published },
      data: { published },
      select: { hiddenAt: true },
    });
    if (!changed) return requireStill(tx, story);
    if (changed.hiddenAt) return;
    await tx.profile.update({
      where: { id: story.userId },
      data: { postsCount: { increment: published ? 1 : -1 } },
    });
    const stories = { storyIds: [story.id] };
    if (first?.count === 1)
      await jobs.enqueue(tx, 'send-push', { kind: 'followers', storyId: story.id, after: null });
    if (published) await wantMp3s({ jobs }, tx, stories);
    else await withdrawMp3s({ jobs }, tx, stories);
  });
}

/** Another tab may have deleted the story since it was read. */
async function requireStill(tx: Prisma.TransactionClient, { id }: OwnStory): Promise<void> {
  if ((await tx.story.count({ where: { id } })) === 0) throw new DomainError('STORY_NOT_FOUND');
}

export async function updateTags({ database }: Services, story: OwnStory, tags: string[]): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, story.userId);
    const { count } = await tx.story.updateMany({ where: { id: story.id }, data: { tags } });
    if (count === 0) throw new DomainError('STORY_NOT_FOUND');
  });
}

/** Allows or forbids new comments of visitors. Existing ones stay. */
export const setAnonymousComments = (
  services: Services,
  story: OwnStory,
  anonymousComments: boolean,
): Promise<void> => setSwitch(services, story, { anonymousComments });

/** Allows or forbids that listeners make videos of parts of a story. */
export const setClips = (services: Services, story: OwnStory, clips: boolean): Promise<void> =>
  setSwitch(services, story, { clips });

async function setSwitch(
  { database }: Services,
  story: OwnStory,
  data: { readonly anonymousComments: boolean } | { readonly clips: boolean },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, story.userId);
    await tx.story.update({ where: { id: story.id }, data });
  });
}

/**
 * Updates title and text. Words that stay keep their timings; see `alignWords`. The text is aligned with the recognized
 * words, not with the previous text, so that a word that was removed and added again gets its timing back.
 */
export async function updateStory(
  { database, jobs }: Services,
  { id, userId, recordingId }: OwnStory,
  { title, transcript }: UpdateStoryInput,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, userId);
    const data: Prisma.StoryUpdateManyMutationInput = {};
    if (title !== undefined) data.title = title;
    if (transcript !== undefined) {
      // Takes the lock that the end of a transcription takes, so that one of the two sees the text of the other.
      await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${recordingId}::uuid FOR UPDATE`;
      const heard = await tx.transcript.findUnique({ where: { recordingId }, select: { words: true } });
      data.transcript = transcript;
      data.transcriptWords = toJson(alignText(transcript, fromJson(heard?.words)));
      // A text written now stays, also if a transcription was to replace the one before.
      await tx.transcript.updateMany({
        where: { recordingId, replacesText: true },
        data: { replacesText: false },
      });
    }
    const isRenamed =
      title !== undefined && (await tx.story.count({ where: { id, title: { not: title } } })) > 0;
    const { count } = await tx.story.updateMany({ where: { id }, data });
    if (count === 0) throw new DomainError('STORY_NOT_FOUND');
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

/** Deletes a story with everything that belongs to it. Its audio is deleted after the transaction commits. */
export async function deleteStory({ database, jobs }: Services, story: OwnStory): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    // Locks the recording before the story, as the end of a transcription and the deletion of an account do.
    await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${story.recordingId}::uuid FOR UPDATE`;
    await tx.$queryRaw`SELECT 1 FROM stories WHERE id = ${story.id}::uuid FOR UPDATE`;
    await withdrawMp3s({ jobs }, tx, { storyIds: [story.id] });
    // Reads the current state, because another tab may have published the story since it was read.
    const [gone] = await tx.$queryRaw<{ isPublic: boolean }[]>`DELETE FROM stories
      WHERE id = ${story.id}::uuid RETURNING published AND hidden_at IS NULL AS "isPublic"`;
    if (!gone) return;
    if (gone.isPublic) {
      await tx.profile.update({ where: { id: story.userId }, data: { postsCount: { decrement: 1 } } });
    }
    await deleteRecording({ jobs }, tx, story.recordingId);
  });
}
