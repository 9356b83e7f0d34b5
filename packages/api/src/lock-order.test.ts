import { randomUUID } from 'node:crypto';
import { storyId, type StoryId } from '@relato/contract';
import { createQuestion, createStory } from '@relato/db/testing/factories';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from './rpc/context.ts';
import { keepBatch } from './stories/encoding-jobs.ts';
import { useUser } from './testing/users.ts';
import { useTestWorld } from './testing/world.ts';

const world = useTestWorld();
const moderator = useUser(world, 'moderadora', 'moderator');
const administrator = useUser(world, 'jefa', 'administrator');
let ana: Viewer;
beforeEach(async () => {
  ana = await world.addUser(`ana_${randomUUID().slice(0, 8)}`);
});

/** A time limit for a busy machine. */
const patience = { timeout: 20_000 };

type Table =
  | 'users'
  | 'recordings'
  | 'stories'
  | 'story_mp3s'
  | 'notices'
  | 'appeals'
  | 'settings'
  | 'profiles'
  | 'questions'
  | 'blocks';

/**
 * Holds a row until `work` waits for it. Returns how many of the other rows were free at that moment. Rows later in the
 * order of locks must be free, because the transaction that holds the first one may lock them next.
 */
async function countFree(
  held: readonly [Table, string],
  work: () => Promise<unknown>,
  others: readonly (readonly [Table, string])[],
): Promise<number> {
  let free = 0;
  const working: Promise<unknown>[] = [];
  await world.database.prisma.$transaction(async (tx) => {
    const lock = ([table, id]: readonly [Table, string], rest = '') => {
      const column =
        { story_mp3s: 'story_id', settings: 'key', blocks: 'blocker_id' }[table as string] ?? 'id';
      return tx.$queryRawUnsafe<unknown[]>(
        `SELECT 1 FROM ${table} WHERE ${column}::text = $1 FOR UPDATE ${rest}`,
        id,
      );
    };
    expect(await lock(held)).toHaveLength(1);
    working.push(work());
    await expect.poll(() => world.countBlocked(), patience).toBe(1);
    for (const other of others) free += (await lock(other, 'SKIP LOCKED')).length;
  }, patience);
  await Promise.all(working);
  return free;
}

async function tell(): Promise<StoryId> {
  const id = storyId.parse(await createStory(world.database.prisma, { userId: ana.id, published: false }));
  await world.callAs(ana).stories.publish({ id });
  return id;
}

/** Returns the notice and the appeal of a decision about ana. */
async function appeal(): Promise<{ readonly notice: string; readonly id: string }> {
  const { id: notice } = await world.database.prisma.notice.findFirstOrThrow({ where: { userId: ana.id } });
  await world.callAs(ana).appeals.create({ id: notice, text: 'Es mía' });
  const { id } = await world.database.prisma.appeal.findUniqueOrThrow({ where: { noticeId: notice } });
  return { notice, id };
}

/** Lets a new account ask, and ana answer for it alone. */
async function askAndAnswer() {
  const asker = await world.signUp(`pide_${randomUUID().slice(0, 8)}`);
  const question = await createQuestion(world.database.prisma, { userId: asker.viewer.id });
  const shared = { questionId: question, sharedWithId: asker.viewer.id, published: false };
  const answer = await createStory(world.database.prisma, { userId: ana.id, ...shared });
  return { asker, question, answer };
}

const reason = 'Publicidad';
const suspend = () => world.callAs(moderator).users.suspend({ userId: ana.id, reason });
const restore = () => world.callAs(moderator).users.restore({ userId: ana.id, reason });

describe('locks are taken in one order', () => {
  it("accounts before stories, also the suspending moderator's", async () => {
    const story = await tell();
    expect(await countFree(['users', moderator.id], suspend, [['stories', story]])).toBe(1);
  });

  it('the stories of a suspended user by their ids', async () => {
    const stories = [await tell(), await tell(), await tell(), await tell()].toSorted();
    const [first = '', ...others] = stories;
    const rows = others.map((id) => ['stories', id] as const);
    expect(await countFree(['stories', first], suspend, rows)).toBe(3);
    expect(await countFree(['stories', first], restore, rows)).toBe(3);
  });

  it('stories before their notices and appeals', async () => {
    const story = await tell();
    await world.callAs(moderator).stories.hide({ id: story, reason });
    const { id, notice } = await appeal();
    const grant = () => world.callAs(administrator).appeals.decide({ id, decision: 'grant', note: reason });
    const later = [
      ['notices', notice],
      ['appeals', id],
    ] as const;
    expect(await countFree(['stories', story], grant, later)).toBe(2);
  });

  it('the text of a story before the story, if a word of it was explained', async () => {
    const { prisma } = world.database;
    const recordingId = await world.record(ana);
    const words = [{ text: 'guagua', startMs: 0, endMs: 500, confidence: null }];
    const told = { userId: ana.id, recordingId, transcript: 'guagua', transcriptWords: words };
    const story = storyId.parse(await createStory(prisma, told));
    const explanation = { startMs: 0, endMs: 500, text: 'guagua', explanation: 'autobús' };
    await world.callAs(ana).corrections.explain({ id: story, ...explanation, regions: ['caribe'] });
    const [explained] = (await world.callAs(ana).stories.byId({ id: story })).explanations ?? [];
    const decision = { id: explained?.id ?? '', reason };
    const remove = () => world.callAs(moderator).corrections.removeAsModerator(decision);
    expect(await countFree(['recordings', recordingId], remove, [['stories', story]])).toBe(1);
    const { id } = await appeal();
    const grant = () => world.callAs(administrator).appeals.decide({ id, decision: 'grant', note: reason });
    expect(await countFree(['recordings', recordingId], grant, [['stories', story]])).toBe(1);
  });

  it('stories before their MP3s, also in the sweep', async () => {
    const story = await tell();
    await world.database.prisma.story.update({ where: { id: story }, data: { published: false } });
    const sweep = () => keepBatch(world.services);
    expect(await countFree(['stories', story], sweep, [['story_mp3s', story]])).toBe(1);
    expect(await world.database.prisma.storyMp3.count({ where: { storyId: story } })).toBe(0);
  });

  it('both accounts of a block before the follows that it ends', async () => {
    const beto = await world.addUser(`beto_${randomUUID().slice(0, 8)}`);
    await world.callAs(ana).follows.follow({ userId: beto.id });
    const block = () => world.callAs(ana).blocks.block({ userId: beto.id });
    const profiles = [ana, beto].map(({ id }) => ['profiles', id] as const);
    expect(await countFree(['users', beto.id], block, profiles)).toBe(2);
    // The profiles are locked in the order of their ids, whoever blocks whom.
    await world.callAs(ana).blocks.undo({ userId: beto.id, kind: 'block' });
    await world.callAs(beto).follows.follow({ userId: ana.id });
    const [first = '', second = ''] = [ana.id, beto.id].toSorted();
    expect(await countFree(['profiles', first], block, [['profiles', second]])).toBe(1);
  });

  it('the answers of an asker who blocks before the blocks', async () => {
    const { asker, answer } = await askAndAnswer();
    const muted = await world.addUser('callada');
    await world.callAs(asker.viewer).blocks.mute({ userId: muted.id, days: 7 });
    const blockerId = asker.viewer.id;
    await world.database.prisma.block.updateMany({ where: { blockerId }, data: { endsAt: new Date() } });
    const block = () => world.callAs(asker.viewer).blocks.block({ userId: ana.id });
    expect(await countFree(['stories', answer], block, [['blocks', blockerId]])).toBe(1);
  });

  it('the questions of a deleted account before their answers, and those before the follows', async () => {
    const followed = await world.addUser('seguida');
    for (const held of ['questions', 'stories'] as const) {
      const { asker, question, answer } = await askAndAnswer();
      const call = world.callAs(asker.viewer, asker.token);
      await call.follows.follow({ userId: followed.id });
      const leave = () => call.account.delete({ confirmation: 'ELIMINAR', currentPassword: asker.password });
      const [row, later] =
        held === 'questions'
          ? ([question, ['stories', answer]] as const)
          : ([answer, ['profiles', followed.id]] as const);
      expect(await countFree([held, row], leave, [later])).toBe(1);
    }
  });

  it("the replies and follow-ups of a deleted account's stories before the follows", async () => {
    const followed = await world.addUser('seguida_2');
    const left = await world.signUp(`se_va_${randomUUID().slice(0, 8)}`);
    const originId = await createStory(world.database.prisma, { userId: left.viewer.id });
    const reply = await createStory(world.database.prisma, {
      userId: ana.id,
      originId,
      originKind: 'grown',
    });
    const call = world.callAs(left.viewer, left.token);
    await call.follows.follow({ userId: followed.id });
    const leave = () => call.account.delete({ confirmation: 'ELIMINAR', currentPassword: left.password });
    expect(await countFree(['stories', reply], leave, [['profiles', followed.id]])).toBe(1);
  });

  it('the account of an administrator before the counters and settings that they change', async () => {
    const story = await tell();
    await world.database.prisma.story.update({ where: { id: story }, data: { upvotes: 3, score: 3 } });
    const repair = () => world.callAs(administrator).admin.repairCounters();
    expect(await countFree(['users', administrator.id], repair, [['stories', story]])).toBe(1);
    await world.callAs(administrator).settings.set({ flags: { recordOnly: false } });
    const set = () => world.callAs(administrator).settings.set({ flags: { recordOnly: false } });
    expect(await countFree(['users', administrator.id], set, [['settings', 'flags']])).toBe(1);
  });
});

it('a sweep keeps the MP3 of a story that was published again meanwhile', async () => {
  const story = await tell();
  await world.database.prisma.story.update({ where: { id: story }, data: { published: false } });
  const sweeping: Promise<unknown>[] = [];
  await world.database.prisma.$transaction(async (tx) => {
    await tx.story.update({ where: { id: story }, data: { published: true } });
    sweeping.push(keepBatch(world.services));
    await expect.poll(() => world.countBlocked(), patience).toBe(1);
  }, patience);
  await Promise.all(sweeping);
  expect(await world.database.prisma.storyMp3.count({ where: { storyId: story } })).toBe(1);
});
