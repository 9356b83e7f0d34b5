import { randomUUID } from 'node:crypto';
import { limits, type StoryId, type StoryVisibility } from '@relato/contract';
import { createQuestion, createRecording } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { countRemovals } from '../testing/count-removals.ts';
import { readPages } from '../testing/read-pages.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');
const beto = useUser(world, 'beto');
const eva = useUser(world, 'eva');
const moderator = useUser(world, 'mod', 'moderator');

const as = (viewer: Viewer | null) => world.callAs(viewer);

async function ask(isOnce = false): Promise<{ readonly id: string; readonly token: string }> {
  const id = randomUUID();
  const { url } = await as(ana).questions.create({ id, text: '¿Cómo conociste al abuelo?', isOnce });
  return { id, token: new URL(url).hash.replace('#token=', '') };
}

async function answer(token: string, visibility: StoryVisibility = 'shared', viewer: Viewer = beto) {
  const recordingId = await world.record(viewer);
  const answers = { token, visibility };
  return as(viewer).stories.create({ recordingId, title: 'En el baile', answers });
}

/** Stores answers of one author, which share one recording and text. */
async function addAnswers(questionId: string, length: number): Promise<void> {
  const { prisma } = world.database;
  const { id } = await prisma.recording.findUniqueOrThrow({
    where: { id: await createRecording(prisma, { userId: eva.id }) },
  });
  const ids = Array.from({ length }, () => randomUUID());
  await prisma.$executeRaw`INSERT INTO recordings SELECT (jsonb_populate_record(r, jsonb_build_object('id', a.id,
      'original_key', a.id, 'playback_key', 'p' || a.id))).* FROM recordings r, unnest(${ids}::uuid[]) AS a (id)
    WHERE r.id = ${id}::uuid`;
  await prisma.story.createMany({
    data: ids.map((each) => ({
      id: each,
      recordingId: each,
      userId: eva.id,
      title: 'Otra',
      durationMs: 1_000,
      createdWith: each,
      questionId,
    })),
  });
}

const toKey = (index: number) => index.toString(16).padStart(64, 'a');

const stateOf = async (id: string) =>
  (await as(ana).questions.mine({})).items.find((question) => question.id === id);
const answersOf = async (id: string, viewer: Viewer = ana): Promise<StoryId[]> =>
  (await as(viewer).stories.byQuestion({ id })).items.map((story) => story.id);

describe('the link of a question', () => {
  it('shows everybody the question and its asker, and nothing else', async () => {
    const { token } = await ask();
    for (const viewer of [null, beto, ana])
      expect(await as(viewer).questions.byLink({ token })).toEqual({
        text: '¿Cómo conociste al abuelo?',
        asker: { id: ana.id, username: 'ana' },
      });
  });

  it('is stored as a hash, and replaced when the question is repeated', async () => {
    const { id, token } = await ask();
    const { prisma } = world.database;
    const row = await prisma.question.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBeCloseTo(
      limits.question.linkDays * 86_400_000,
      -5,
    );
    const again = { id, text: row.text, isOnce: row.isOnce };
    const { url } = await as(ana).questions.create(again);
    await expectRefusal(as(null).questions.byLink({ token }), 'QUESTION_NOT_FOUND');
    expect(await as(null).questions.byLink({ token: url.split('=')[1] ?? '' })).toMatchObject({
      text: row.text,
    });
    await expectRefusal(as(beto).questions.create(again), 'CONFLICT');
    await expectRefusal(as(ana).questions.create({ ...again, text: 'Otra' }), 'CONFLICT');
    expect(await prisma.question.count({ where: { userId: ana.id, text: row.text, id } })).toBe(1);
  });

  it('is invalid if it is wrong, of a suspended user, or if there is a block between the two', async () => {
    const { token } = await ask();
    await expectRefusal(as(beto).questions.byLink({ token: 'x' }), 'QUESTION_NOT_FOUND');
    for (const [blocker, blocked] of [[ana, beto] as const, [beto, ana] as const]) {
      await as(blocker).blocks.block({ userId: blocked.id });
      await expectRefusal(as(beto).questions.byLink({ token }), 'QUESTION_NOT_FOUND');
      expect((await answer(token)).question).toBeUndefined();
      await as(blocker).blocks.undo({ userId: blocked.id, kind: 'block' });
    }
    await world.database.prisma.user.update({ where: { id: ana.id }, data: { suspendedAt: new Date() } });
    await expectRefusal(as(beto).questions.byLink({ token }), 'QUESTION_NOT_FOUND');
    expect((await answer(token)).question).toBeUndefined();
    await world.database.prisma.user.update({ where: { id: ana.id }, data: { suspendedAt: null } });
  });

  it('ends when it expires or is withdrawn, and reports that; no answer is lost', async () => {
    const { prisma } = world.database;
    const expired = await createQuestion(prisma, { userId: ana.id, expiresAt: new Date(Date.now() - 1) });
    await expectRefusal(as(null).questions.byLink({ token: expired }), 'QUESTION_EXPIRED');
    const { id, token } = await ask();
    await expectRefusal(as(beto).questions.withdraw({ id }), 'QUESTION_NOT_FOUND');
    await as(ana).questions.withdraw({ id });
    await as(ana).questions.withdraw({ id });
    await expectRefusal(as(null).questions.byLink({ token }), 'QUESTION_WITHDRAWN');
    for (const gone of [expired, token, 'x']) {
      const story = await answer(gone);
      expect(story).toMatchObject({ title: 'En el baile', published: false });
      expect(story.question).toBeUndefined();
    }
    const published = await answer(token, 'published');
    expect(published).toMatchObject({ published: true });
    expect(published.question).toBeUndefined();
    await as(beto).stories.delete({ id: published.id });
    expect(await stateOf(id)).toMatchObject({ state: 'withdrawn', answersCount: 0 });
    expect(await stateOf(expired)).toMatchObject({ state: 'expired' });
  });

  it('accepts one answer if it is for one, also of concurrent answers', async () => {
    const { id, token } = await ask(true);
    const answers = { token, visibility: 'shared' } as const;
    const inputs = await Promise.all(
      [beto, eva, beto, eva].map(async (viewer) => ({ viewer, recordingId: await world.record(viewer) })),
    );
    const stories = await Promise.all(
      inputs.map(({ viewer, recordingId }) =>
        as(viewer).stories.create({ recordingId, title: 'A la vez', answers }),
      ),
    );
    expect(stories.filter(({ question }) => question)).toHaveLength(1);
    await expectRefusal(as(null).questions.byLink({ token }), 'QUESTION_ANSWERED');
    expect(await stateOf(id)).toMatchObject({ state: 'answered', answersCount: 1 });
  });

  it('accepts many answers otherwise, up to the limit, and none by its asker', async () => {
    const { id, token } = await ask();
    await answer(token);
    await answer(token, 'private', eva);
    expect((await answer(token, 'shared', ana)).question).toBeUndefined();
    expect(await stateOf(id)).toMatchObject({ state: 'open', answersCount: 1 });
    await addAnswers(id, limits.question.maxAnswers - 2);
    await expectRefusal(as(null).questions.byLink({ token }), 'QUESTION_ANSWERED');
    expect((await answer(token)).question).toBeUndefined();
  });

  it('is one of a limited number of open links', async () => {
    const { prisma } = world.database;
    const length = limits.question.maxOpen;
    const open = await world.addUser('preguntona');
    const asked = {
      userId: open.id,
      text: 'Cuéntame',
      isOnce: true,
      expiresAt: new Date(Date.now() + 60_000),
    };
    await prisma.question.createMany({
      data: Array.from({ length }, (_, index) => ({ ...asked, id: randomUUID(), tokenKey: toKey(index) })),
    });
    const next = () => as(open).questions.create({ id: randomUUID(), text: 'Cuéntame', isOnce: true });
    await expectRefusal(next(), 'QUESTIONS_TOO_MANY');
    const first = await prisma.question.findFirstOrThrow({ where: { userId: open.id } });
    await as(open).questions.withdraw({ id: first.id });
    await next();
    const pages = await readPages((cursor) => as(open).questions.mine({ cursor, limit: 30 }));
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(length + 1);
  });
});

describe('an answer', () => {
  it('is shared with the asker, private or published from the start', async () => {
    const { id, token } = await ask();
    const [shared, kept, published] = [
      await answer(token),
      await answer(token, 'private'),
      await answer(token, 'published'),
    ];
    const question = { text: '¿Cómo conociste al abuelo?', asker: { id: ana.id, username: 'ana' } };
    expect(shared).toMatchObject({ question, isShared: true, published: false });
    expect(kept).toMatchObject({ question, published: false });
    expect(kept.isShared).toBeUndefined();
    expect(published).toMatchObject({ question, published: true });
    expect(await answersOf(id)).toEqual([published.id, shared.id]);
    expect(await answersOf(id, eva)).toEqual([]);
    expect(await as(ana).stories.byId({ id: shared.id })).toMatchObject({
      question,
      isShared: true,
      transcription: null,
      viewer: { canEdit: false },
    });
    // Only the author and the asker see that it answers a question.
    expect((await as(eva).stories.byId({ id: published.id })).question).toBeUndefined();
    await world.callAs(beto).stories.delete({ id: published.id });
  });

  it('can be shared, published and made private by its author at any time', async () => {
    const { id, token } = await ask(true);
    const story = await answer(token, 'private');
    const see = () => as(ana).stories.byId({ id: story.id });
    const before = await countRemovals(world);
    await expectRefusal(see(), 'STORY_NOT_FOUND');
    await as(beto).stories.share({ id: story.id });
    await as(beto).stories.share({ id: story.id });
    expect(await see()).toMatchObject({ isShared: true });
    await as(beto).stories.publish({ id: story.id });
    expect((await see()).isShared).toBeUndefined();
    expect(await countRemovals(world)).toBe(before);
    expect(await as(null).stories.count({ userId: beto.id })).toBe(1);
    await as(beto).stories.share({ id: story.id });
    expect(await as(null).stories.count({ userId: beto.id })).toBe(0);
    await as(beto).stories.unpublish({ id: story.id });
    await expectRefusal(see(), 'STORY_NOT_FOUND');
    expect(await answersOf(id)).toEqual([]);
    // It was removed once from all and once from the asker, so no replica shows it any longer.
    expect(await countRemovals(world)).toBe(before + 2);
  });

  it('cannot be shared without a question, nor across a block, which also ends the sharing', async () => {
    const { token } = await ask();
    const other = await as(beto).stories.create({ recordingId: await world.record(beto), title: 'Sin más' });
    await expectRefusal(as(beto).stories.share({ id: other.id }), 'QUESTION_NOT_FOUND');
    const story = await answer(token);
    await as(ana).blocks.block({ userId: beto.id });
    await expectRefusal(as(beto).stories.share({ id: story.id }), 'QUESTION_NOT_FOUND');
    await expectRefusal(as(ana).stories.byId({ id: story.id }), 'STORY_NOT_FOUND');
    expect((await as(beto).stories.byId({ id: story.id })).question).toBeUndefined();
    await as(ana).blocks.undo({ userId: beto.id, kind: 'block' });
    await expectRefusal(as(ana).stories.byId({ id: story.id }), 'STORY_NOT_FOUND');
    const left = await as(beto).stories.byId({ id: story.id });
    expect(left.question).toBeDefined();
    expect(left.isShared).toBeUndefined();
    await as(beto).stories.share({ id: story.id });
    expect(await as(ana).stories.byId({ id: story.id })).toMatchObject({ isShared: true });
  });

  it("is inaccessible while its author is suspended, and private after the asker's account is deleted", async () => {
    const asker = await world.addUser('quien_pide');
    const questionId = await createQuestion(world.database.prisma, { userId: asker.id });
    const story = await answer(questionId, 'shared', eva);
    const see = () => as(asker).stories.byId({ id: story.id });
    await as(moderator).users.suspend({ userId: eva.id, reason: 'Spam' });
    await expectRefusal(see(), 'STORY_NOT_FOUND');
    await as(moderator).users.restore({ userId: eva.id, reason: 'Error' });
    expect(await see()).toMatchObject({ isShared: true });
    await world.database.prisma.user.delete({ where: { id: asker.id } });
    const left = await as(eva).stories.byId({ id: story.id });
    expect(left).toMatchObject({ published: false });
    expect(left.question ?? left.isShared).toBeUndefined();
  });

  it('notifies the asker once, when it is shared or published, and no longer after it is made private', async () => {
    const { token } = await ask();
    const toldOf = async (id: StoryId) =>
      (await as(ana).news.list({})).items.flatMap((item) =>
        'story' in item && item.story?.id === id ? [item.kind] : [],
      );
    const story = await answer(token, 'private');
    expect(await toldOf(story.id)).toEqual([]);
    await as(beto).stories.share({ id: story.id });
    await as(beto).stories.publish({ id: story.id });
    expect(await toldOf(story.id)).toEqual(['answer']);
    await as(beto).stories.unpublish({ id: story.id });
    expect(await toldOf(story.id)).toEqual([]);
    await as(beto).stories.share({ id: story.id });
    expect(await toldOf(story.id)).toEqual(['answer']);
    await as(ana).blocks.mute({ userId: beto.id, days: 7 });
    const quiet = await answer(token);
    await as(ana).blocks.undo({ userId: beto.id, kind: 'mute' });
    expect(await toldOf(quiet.id)).toEqual([]);
  });

  it.each(['shared', 'published'] as const)(
    'can be detached by its author alone, which opens a link for one again: %s',
    async (visibility) => {
      const { id, token } = await ask(true);
      const story = await answer(token, visibility);
      await expectRefusal(as(ana).stories.leaveThread({ id: story.id }), 'STORY_NOT_FOUND');
      for (let again = 0; again < 2; again += 1) await as(beto).stories.leaveThread({ id: story.id });
      const left = await as(beto).stories.byId({ id: story.id });
      expect(left).toMatchObject({ published: visibility === 'published' });
      expect(left.question ?? left.isShared).toBeUndefined();
      if (visibility === 'shared')
        await expectRefusal(as(ana).stories.byId({ id: story.id }), 'STORY_NOT_FOUND');
      expect(JSON.stringify(await as(ana).news.list({}))).not.toContain(story.id);
      expect(await stateOf(id)).toMatchObject({ state: 'open', answersCount: 0 });
      expect((await answer(token, 'private', eva)).question).toBeDefined();
      await as(beto).stories.delete({ id: story.id });
    },
  );
});
