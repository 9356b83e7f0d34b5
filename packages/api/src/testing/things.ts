import { randomUUID } from 'node:crypto';
import { commentId, recordingId, storyId, type UserId } from '@relato/contract';
import { createQuestion, createRecording, createStory } from '@relato/db/testing/factories';
import type { Services } from '../rpc/context.ts';

/** The targets of a call, which all belong to one user. */
export interface Things {
  readonly story: ReturnType<typeof storyId.parse>;
  readonly recording: ReturnType<typeof recordingId.parse>;
  readonly comment: ReturnType<typeof commentId.parse>;
  /** Contains the story, and has its visibility. */
  readonly collection: string;
  readonly owner: UserId;
  readonly notice: string;
  /** A proposal for the first word of the story. */
  readonly correction: string;
  readonly explanation: string;
  readonly question: string;
  /** A reply of the owner to their own story. */
  readonly reply: ReturnType<typeof storyId.parse>;
}

/** Creates the things of a user, with a public or private story. Of their earlier ones, those in `kept` stay complete. */
export async function createThings(
  { prisma }: Pick<Services['database'], 'prisma'>,
  owner: UserId,
  published: boolean,
  kept: readonly Things[] = [],
): Promise<Things> {
  const transcriptWords = [{ text: 'Llovía,', startMs: 0, endMs: 500, confidence: null }];
  const story = storyId.parse(
    await createStory(prisma, {
      userId: owner,
      published,
      transcript: 'Llovía,',
      transcriptWords,
      commentsCount: 1,
    }),
  );
  if (published) {
    await prisma.profile.update({ where: { id: owner }, data: { postsCount: { increment: 1 } } });
  }
  const comment = commentId.parse(randomUUID());
  await prisma.comment.create({
    data: { id: comment, storyId: story, userId: owner, content: 'Hola', authorName: 'owner' },
  });
  const recording = recordingId.parse(await createRecording(prisma, { userId: owner }));
  const notice = randomUUID();
  const about = { targetId: story, storyId: story, subject: 'Título', reason: 'Spam' };
  await prisma.notice.create({ data: { id: notice, userId: owner, kind: 'story_hidden', ...about } });
  const collection = randomUUID();
  const name = `Colección ${collection}`;
  // One at a time, because a user can have at most a hundred.
  const keptCollections = kept.map((things) => things.collection);
  await prisma.collection.deleteMany({ where: { userId: owner, id: { notIn: keptCollections } } });
  const stories = { create: { storyId: story, position: 1 } };
  await prisma.collection.create({
    data: { id: collection, userId: owner, name, isPublic: published, stories },
  });
  const correction = randomUUID();
  const proposed = { startMs: 0, endMs: 500, text: 'Llovía,', said: 'Llueve,' };
  const explanation = randomUUID();
  const meaning = { headword: 'llovía', headwordKey: 'llovia\tllovía', regions: ['canarias'] };
  const explained = { ...proposed, ...meaning, state: 'accepted', decidedAt: new Date() } as const;
  const ofStory = { storyId: story, userId: owner };
  await prisma.correction.createMany({
    data: [
      { id: correction, ...ofStory, ...proposed },
      { id: explanation, ...ofStory, ...explained },
    ],
  });
  const keptQuestions = kept.map((things) => things.question);
  await prisma.question.deleteMany({ where: { userId: owner, id: { notIn: keptQuestions } } });
  const question = await createQuestion(prisma, { userId: owner });
  const answer = {
    originId: story,
    originKind: 'reply',
    isLetIn: true,
    published: false,
    publishedAt: null,
  } as const;
  const reply = storyId.parse(await createStory(prisma, { userId: owner, ...answer }));
  return { story, recording, comment, collection, owner, notice, correction, explanation, question, reply };
}
