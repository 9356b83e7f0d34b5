import { createHash } from 'node:crypto';
import {
  defaults,
  DomainError,
  isErrorCode,
  type createStoryInput,
  type StoryId,
  type StoryVotes,
  type TranscriptWord,
  type UpdateStoryInput,
  type voteStoryInput,
} from '@relato/contract';
import { Prisma, readTime } from '@relato/db';
import { alignWords } from '@relato/speech';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Services, Viewer } from '../context.ts';
import { deleteRecordingObjects } from '../recordings/mutations.ts';
import { requireActive } from '../user-locks.ts';
import { canSee } from './policy.ts';
import type { requireOwnStory } from './queries.ts';

type OwnStory = Awaited<ReturnType<typeof requireOwnStory>>;
type NewStory = z.output<typeof createStoryInput>;

const digestOf = ({ title, transcript, tags }: NewStory): string =>
  createHash('sha256')
    .update(JSON.stringify([title ?? null, transcript ?? null, tags]))
    .digest('hex');

/** Words as they are stored: null stays SQL's NULL. */
const toJson = (words: readonly TranscriptWord[] | null): Prisma.InputJsonValue | typeof Prisma.DbNull =>
  words === null ? Prisma.DbNull : words.map((word) => ({ ...word }));

// The column is written by us alone, in this shape.
const fromJson = (words: Prisma.JsonValue | null | undefined): TranscriptWord[] | null =>
  Array.isArray(words) ? (words as unknown as TranscriptWord[]) : null;

/** The words of a text, at the times of those that were heard; null when either is missing. */
const timeText = (text: string | null, heard: readonly TranscriptWord[] | null): TranscriptWord[] | null =>
  heard && text ? alignWords(heard, text) : null;

/**
 * Saves a recording as an unpublished story. The same call again gives the same story; another content for the
 * same recording is STORY_EXISTS. Throws RECORDING_NOT_FOUND, RECORDING_NOT_READY, why inspection refused it, or
 * TITLE_REQUIRED when there is neither a title nor a text.
 */
export function createStory({ database }: Services, viewer: Viewer, input: NewStory): Promise<StoryId> {
  return database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    // The lock makes parallel saves of one recording wait for each other.
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
      if (recording.story.createdWith !== createdWith) throw new DomainError('STORY_EXISTS');
      return recording.story.id as StoryId; // a row's id is a plain string
    }
    if (isErrorCode(recording.refusal)) throw new DomainError(recording.refusal);
    if (recording.state !== 'ready' || recording.durationMs === null)
      throw new DomainError('RECORDING_NOT_READY');

    const heard = recording.transcript?.status === 'completed' ? recording.transcript : null;
    const transcript = input.transcript ?? heard?.text ?? null;
    if (input.title === undefined && !transcript) throw new DomainError('TITLE_REQUIRED');
    const words = timeText(transcript, fromJson(heard?.words));
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
 * Publishing twice is publishing once; the author's counter moves with what all can see. Throws ACCOUNT_SUSPENDED for
 * who was suspended a moment ago.
 */
export async function setPublished(
  { database }: Services,
  story: OwnStory,
  published: boolean,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    // A suspension hides what is there when it comes; nothing may appear behind its back.
    await requireActive(tx, story.userId);
    const [changed] = await tx.story.updateManyAndReturn({
      where: { id: story.id, published: !published },
      data: published ? { published, publishedAt: await readTime(tx) } : { published },
      select: { hiddenAt: true },
    });
    if (!changed) return requireStill(tx, story);
    if (changed.hiddenAt) return;
    await tx.profile.update({
      where: { id: story.userId },
      data: { postsCount: { increment: published ? 1 : -1 } },
    });
  });
}

/** Between the look-up and the change, another tab may have deleted it. */
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

/** Whether visitors may comment from now on; what they wrote stays. */
export async function setAnonymousComments(
  { database }: Services,
  story: OwnStory,
  anonymousComments: boolean,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, story.userId);
    await tx.story.update({ where: { id: story.id }, data: { anonymousComments } });
  });
}

/**
 * The timings of words that stay are kept; see `alignWords`. Each text is compared with what was heard, not with the
 * text before it: a word that was taken out and put back has its time again.
 */
export async function updateStory(
  { database }: Services,
  { id, userId, recordingId }: OwnStory,
  { title, transcript }: UpdateStoryInput,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, userId);
    const data: Prisma.StoryUpdateManyMutationInput = {};
    if (title !== undefined) data.title = title;
    if (transcript !== undefined) {
      // The same lock as the end of a transcription takes: one of the two sees what the other wrote.
      await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${recordingId}::uuid FOR UPDATE`;
      const heard = await tx.transcript.findUnique({ where: { recordingId }, select: { words: true } });
      data.transcript = transcript;
      data.transcriptWords = toJson(timeText(transcript, fromJson(heard?.words)));
    }
    const { count } = await tx.story.updateMany({ where: { id }, data });
    if (count === 0) throw new DomainError('STORY_NOT_FOUND');
  });
}

/** Takes the story with everything that hangs on it; its audio goes as soon as the deletion is certain. */
export async function deleteStory({ database, jobs }: Services, story: OwnStory): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    // Before the story, as by the end of a transcription and by who deletes their account.
    await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${story.recordingId}::uuid FOR UPDATE`;
    // As it is now, not when it was looked up: another tab may have published it since.
    const [gone] = await tx.$queryRaw<{ isPublic: boolean }[]>`DELETE FROM stories
      WHERE id = ${story.id}::uuid RETURNING published AND hidden_at IS NULL AS "isPublic"`;
    if (!gone) return;
    if (gone.isPublic) {
      await tx.profile.update({ where: { id: story.userId }, data: { postsCount: { decrement: 1 } } });
    }
    await deleteRecordingObjects({ jobs }, tx, story.recordingId);
  });
}

type Counters = Pick<StoryVotes, 'upvotes' | 'downvotes'>;
interface VotedStory extends Counters {
  readonly userId: string;
  readonly published: boolean;
  readonly hiddenAt: Date | null;
}

/**
 * Makes the viewer's vote what it shall be; null takes it back. The counters and the score move with the row. Anyone
 * may vote on what they see, also on what they told. Throws STORY_NOT_FOUND.
 */
export function castVote(
  { database }: Services,
  viewer: Viewer,
  { id, direction }: z.output<typeof voteStoryInput>,
): Promise<StoryVotes> {
  return database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    // Every vote takes the lock of the story first and only then its own row: parallel ones wait for each other here,
    // in one order, and what follows sees what the one before left. It lets comments on the story pass.
    const [story] = await tx.$queryRaw<VotedStory[]>`
      SELECT user_id AS "userId", published, hidden_at AS "hiddenAt", upvotes, downvotes
      FROM stories WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    if (!story || !canSee(viewer, story)) throw new DomainError('STORY_NOT_FOUND');
    const [changed] = await tx.$queryRaw<Counters[]>`
      WITH wish AS (SELECT ${direction}::vote_direction AS direction),
      known AS (
        SELECT (SELECT direction FROM votes WHERE story_id = ${id}::uuid AND user_id = ${viewer.id}::uuid) AS direction
      ),
      taken AS (
        DELETE FROM votes USING wish
        WHERE story_id = ${id}::uuid AND user_id = ${viewer.id}::uuid AND wish.direction IS NULL
      ),
      given AS (
        INSERT INTO votes (story_id, user_id, direction)
        SELECT ${id}::uuid, ${viewer.id}::uuid, direction FROM wish WHERE direction IS NOT NULL
        ON CONFLICT (story_id, user_id) DO UPDATE SET direction = excluded.direction
      ),
      step AS (
        SELECT (wish.direction IS NOT DISTINCT FROM 'up')::int - (known.direction IS NOT DISTINCT FROM 'up')::int AS up,
          (wish.direction IS NOT DISTINCT FROM 'down')::int - (known.direction IS NOT DISTINCT FROM 'down')::int AS down
        FROM wish, known WHERE wish.direction IS DISTINCT FROM known.direction
      )
      UPDATE stories SET upvotes = upvotes + step.up, downvotes = downvotes + step.down,
        score = score + step.up - step.down
      FROM step WHERE id = ${id}::uuid
      RETURNING upvotes, downvotes`;
    const { upvotes, downvotes } = changed ?? story;
    return { upvotes, downvotes, vote: direction };
  });
}
