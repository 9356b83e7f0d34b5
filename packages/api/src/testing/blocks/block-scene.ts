import { randomUUID } from 'node:crypto';
import { storyId, type StoryId, type UserId } from '@relato/contract';
import { createQuestion, createStory } from '@relato/db/testing/factories';
import type { Viewer } from '../../rpc/context.ts';
import { createThings, type Things } from '../things.ts';
import type { TestWorld } from '../world.ts';

/** The relation between the caller and the owner of the content. */
export const relations = ['nothing', 'blocks', 'is blocked', 'mutes', 'is muted'] as const;
export type Relation = (typeof relations)[number];

/** The content of the owner, and that of a third user; the two follow each other. */
export interface Scene extends Things {
  readonly name: string;
  readonly third: UserId;
  /** A story with a reply of the owner, and a follow-up by the owner. */
  readonly storyOfThird: StoryId;
  /** A follow-up of the owner's story. */
  readonly grownOfThird: StoryId;
  /** A collection with the owner's story. */
  readonly collectionOfThird: string;
  /** A story with a sign and a proposal of the owner. */
  readonly storyOfCaller: StoryId;
  /** A question with an answer of the owner that is shared with the caller. */
  readonly questionOfCaller: string;
}

export const toTag = (name: string): string => `como ${name}`;

export interface Pair {
  readonly relation: Relation;
  readonly caller: Viewer;
  /** All calls of the pair use it. They are the same for each pair, in the same order. */
  readonly scene: Scene;
}

/** Adds a caller, an owner and a third user for each relation. */
export const addPairs = (world: TestWorld, role: Viewer['role']): Promise<readonly Pair[]> =>
  Promise.all(
    relations.map(async (relation) => {
      const caller = await world.addUser(`quien_${randomUUID().slice(0, 8)}`, role);
      const owner = await world.addUser(`otra_${randomUUID().slice(0, 8)}`);
      const third = await world.addUser(`tercera_${randomUUID().slice(0, 8)}`);
      await world.callAs(owner).follows.follow({ userId: third.id });
      await world.callAs(third).follows.follow({ userId: owner.id });
      // The follow is news for the caller, which a block and a mute hide.
      await world.callAs(owner).follows.follow({ userId: caller.id });
      const [mine, theirs] = [world.callAs(caller).blocks, world.callAs(owner).blocks];
      if (relation === 'blocks') await mine.block({ userId: owner.id });
      if (relation === 'is blocked') await theirs.block({ userId: caller.id });
      if (relation === 'mutes') await mine.mute({ userId: owner.id });
      if (relation === 'is muted') await theirs.mute({ userId: caller.id });
      // The scene comes after the block, which ends what the two share.
      return { relation, caller, scene: await createScene(world.database, caller, owner, third) };
    }),
  );

async function createScene(
  database: TestWorld['database'],
  caller: Viewer,
  owner: Viewer,
  third: Viewer,
): Promise<Scene> {
  const { prisma } = database;
  const name = owner.username ?? '';
  const things = await createThings(database, owner.id, true);
  const transcriptWords = [{ text: 'Llovía,', startMs: 0, endMs: 500, confidence: null }];
  const storyOfThird = storyId.parse(
    await createStory(prisma, { userId: third.id, transcript: 'Llovía,', transcriptWords }),
  );
  const collectionOfThird = randomUUID();
  const stories = { create: { storyId: things.story, position: 1 } };
  await prisma.collection.create({
    data: { id: collectionOfThird, userId: third.id, name: 'Trenes', isPublic: true, stories },
  });
  await prisma.comment.create({
    data: { id: randomUUID(), storyId: storyOfThird, userId: owner.id, content: 'Hola', authorName: 'o' },
  });
  await prisma.leftOut.create({ data: { id: randomUUID(), userId: caller.id, authorId: owner.id } });
  const storyOfCaller = storyId.parse(await createStory(prisma, { userId: caller.id }));
  await prisma.reaction.create({
    data: {
      id: randomUUID(),
      storyId: storyOfCaller,
      userId: owner.id,
      startMs: 0,
      endMs: 500,
      sign: 'heart',
      text: 'mar',
    },
  });
  const proposed = { userId: owner.id, startMs: 0, endMs: 500, text: 'Llovía,', said: 'Llueve,' };
  const word = { headword: 'llovía', headwordKey: name, regions: ['canarias'] };
  const explained = { ...proposed, ...word, state: 'accepted', decidedAt: new Date() } as const;
  await prisma.correction.createMany({
    data: [
      { id: randomUUID(), storyId: storyOfCaller, ...proposed },
      { id: randomUUID(), storyId: things.story, ...explained },
      { id: randomUUID(), storyId: storyOfThird, ...explained },
    ],
  });
  const questionOfCaller = await createQuestion(prisma, { userId: caller.id });
  const answer = { questionId: questionOfCaller, sharedWithId: caller.id, published: false };
  await createStory(prisma, { userId: owner.id, ...answer });
  const reply = { originKind: 'reply', isLetIn: true, published: false, publishedAt: null } as const;
  await createStory(prisma, { userId: owner.id, originId: storyOfThird, ...reply });
  await createStory(prisma, { userId: owner.id, originId: storyOfThird, originKind: 'grown' });
  const grown = { originId: things.story, originKind: 'grown' } as const;
  const grownOfThird = storyId.parse(await createStory(prisma, { userId: third.id, ...grown }));
  await prisma.profile.updateMany({
    where: { id: { in: [owner.id, third.id] } },
    data: { postsCount: { increment: 1 } },
  });
  const tags = [toTag(name)];
  await prisma.story.update({ where: { id: things.story }, data: { tags } });
  await prisma.story.update({ where: { id: storyOfThird }, data: { tags, commentsCount: { increment: 1 } } });
  return {
    ...things,
    name,
    third: third.id,
    storyOfThird,
    grownOfThird,
    collectionOfThird,
    storyOfCaller,
    questionOfCaller,
  };
}
