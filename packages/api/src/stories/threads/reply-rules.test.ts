import {
  limits,
  type OriginKind,
  type RepliesChoice,
  serverLimits,
  storyId,
  type StoryId,
  type StoryVisibility,
} from '@relato/contract';
import { createStories, createStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { afterEach, describe, expect, it } from 'vitest';
import { useModerationWorld } from '../../testing/moderation-world.ts';
import { readFrontVersion } from '../front-queries.ts';

const { world, cast, as, read, hear, report, caseOf, assign } = useModerationWorld();

/** Publishes a story of ana. */
async function tell(replies: RepliesChoice = 'open'): Promise<StoryId> {
  const id = await world.publishStory(cast.ana);
  await as(cast.ana).stories.setReplies({ id, replies });
  return id;
}

/** Answers a story as the author of the world. */
async function follow(id: StoryId, kind: OriginKind = 'reply', visibility: StoryVisibility = 'shared') {
  const recordingId = await world.record(cast.author);
  const origin = { id, kind, visibility, voicesAgreed: true } as const;
  return as(cast.author).stories.create({ recordingId, title: 'Yo estuve ahí', origin });
}

const decision = { note: 'Es publicidad', rule: 'spam' } as const;

const countRemovals = async () =>
  (await world.database.prisma.removal.aggregate({ _sum: { count: true } }))._sum.count ?? 0n;

afterEach(() => world.database.prisma.setting.deleteMany());

describe('a public reply', () => {
  it('is in the queue like a public story, and can be hidden long after it was reported', async () => {
    const { id } = await follow(await tell());
    await report(null, id);
    await world.database.prisma.report.updateMany({
      where: { storyId: id },
      data: { createdAt: new Date(Date.now() - 25 * 3_600_000), title: null, transcript: null },
    });
    await assign(cast.moderator, id);
    expect(await caseOf(id)).toMatchObject({ story: { title: 'Yo estuve ahí', published: true } });
    await as(cast.moderator).reports.resolve({ storyId: id, story: 'hide', ...decision });
    await expectRefusal(hear(cast.ana, id), 'STORY_NOT_FOUND');
  });

  it('is dismissed with the notice of a story that its moderator could open', async () => {
    const { id } = await follow(await tell());
    await report(cast.ana, id);
    await as(cast.moderator).reports.review({ storyId: id });
    await as(cast.moderator).reports.dismiss({ storyId: id, note: 'Se llevan mal' });
    const { items } = await as(cast.ana).news.list({});
    expect(items.map(({ kind }) => kind)).toContain('report_kept');
  });

  it('can be hidden without a report, and its appeal can be judged by a moderator who hears it, although its story is deleted', async () => {
    const origin = await tell();
    const { id } = await follow(origin);
    const countOf = async () => {
      const { items } = await as(cast.moderator).users.list({ search: cast.author.username ?? '' });
      return [items[0]?.storiesCount, items[0]?.hiddenStoriesCount];
    };
    expect(await countOf()).toEqual([1, 0]);
    await as(cast.moderator).stories.hide({ id, reason: 'Es publicidad', rule: 'spam' });
    expect(await countOf()).toEqual([1, 1]);
    await as(cast.ana).stories.delete({ id: origin });
    // Later changes are private to the author, until they appeal.
    await as(cast.author).stories.update({ id, title: 'Otro título' });
    expect(await read(cast.colleague, id)).toMatchObject({ title: 'Yo estuve ahí' });
    const { items } = await as(cast.moderator).stories.hidden({});
    expect(items.find((story) => story.id === id)).toMatchObject({ title: 'Yo estuve ahí' });
    const { id: notice } = await world.database.prisma.notice.findFirstOrThrow({ where: { storyId: id } });
    await as(cast.author).appeals.create({ id: notice, text: 'No vendo nada' });
    expect(await read(cast.colleague, id)).toMatchObject({ title: 'Otro título' });
    expect(await hear(cast.colleague, id)).toMatchObject({ isPublic: false });
  });

  it('is private to moderators while it waits, and while its story is not public', async () => {
    const waiting = await follow(await tell('first'));
    const origin = await tell();
    const unheard = await follow(origin);
    await as(cast.ana).stories.unpublish({ id: origin });
    for (const { id } of [waiting, unheard]) {
      await expectRefusal(read(cast.moderator, id), 'STORY_NOT_FOUND');
      await expectRefusal(hear(cast.moderator, id), 'STORY_NOT_FOUND');
      await expectRefusal(as(cast.moderator).stories.hide({ id, reason: 'Vende' }), 'STORY_NOT_FOUND');
    }
    await report(cast.ana, waiting.id);
    expect(await caseOf(waiting.id)).toMatchObject({ story: { title: '', published: false } });
  });
});

describe('replies and follow-ups', () => {
  it('are limited for each user, and count only if others can hear them', async () => {
    const id = await tell();
    const { prisma } = world.database;
    const toStories = (length: number, originKind: OriginKind, hiddenAt: Date | null) =>
      Array.from({ length }, () => ({
        userId: cast.author.id,
        originId: id,
        originKind,
        isLetIn: originKind === 'reply',
        ...(originKind === 'reply' && { published: false, publishedAt: null }),
        hiddenAt,
      }));
    await createStories(prisma, [
      ...toStories(limits.reply.maxOfUser, 'reply', new Date()),
      ...toStories(limits.reply.maxOfUser - 1, 'reply', null),
      ...toStories(serverLimits.tree.maxOfUser - 1, 'grown', null),
    ]);
    const last = await follow(id);
    await expectRefusal(follow(id), 'REPLIES_TOO_MANY');
    await as(cast.ana).stories.leaveThread({ id: last.id });
    expect((await follow(id)).origin?.story).toBeDefined();
    expect((await follow(id, 'grown', 'private')).origin).toBeDefined();
    await expectRefusal(follow(id, 'grown', 'private'), 'REPLIES_TOO_MANY');
  });

  it('have one origin, and the visibilities of their kind', async () => {
    const id = await tell();
    await expect(follow(id, 'reply', 'published')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(follow(id, 'grown', 'shared')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const answers = { token: 'a'.repeat(22), visibility: 'private' } as const;
    const origin = { id, kind: 'grown', visibility: 'private' } as const;
    const recordingId = await world.record(cast.author);
    const both = as(cast.author).stories.create({ recordingId, title: 'Dos', answers, origin });
    await expect(both).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('cannot be replies before moderators have approved their account', async () => {
    const [id, own] = [await tell(), await world.publishStory(cast.ana)];
    await as(cast.administrator).settings.set({ flags: { reviewFirstStory: true } });
    await expectRefusal(follow(id), 'REPLY_BEFORE_FIRST');
    expect(await follow(id, 'grown', 'published')).toMatchObject({ published: false, isWaiting: true });
    await as(cast.administrator).settings.set({ flags: { reviewFirstStory: false } });
    await world.publishStory(cast.author);
    await as(cast.administrator).settings.set({ flags: { reviewFirstStory: true } });
    expect((await follow(own)).origin).toBeDefined();
  });
});

describe('a removal', () => {
  it('counts for a waiting reply, and for the origin line of a follow-up', async () => {
    const origin = await tell('first');
    const [left, taken, grown] = [
      await follow(origin),
      await follow(origin),
      await follow(origin, 'grown', 'published'),
    ];
    const before = await countRemovals();
    await as(cast.author).stories.leaveThread({ id: left.id });
    await as(cast.ana).stories.leaveThread({ id: taken.id });
    await as(cast.ana).stories.leaveThread({ id: grown.id });
    expect(await countRemovals()).toBe(before + 3n);
  });

  it('renews the first page, which may name a story that is not on it', async () => {
    const { prisma } = world.database;
    const page = { length: limits.feed.pageSize + 1 };
    await createStories(
      prisma,
      Array.from(page, () => ({ userId: cast.ana.id, upvotes: 99, score: 99 })),
    );
    const origin = storyId.parse(await createStory(prisma, { userId: cast.ana.id }));
    const before = await readFrontVersion(world.database);
    await prisma.story.update({ where: { id: origin }, data: { title: 'Otro título' } });
    expect(await readFrontVersion(world.database)).toBe(before);
    await as(cast.moderator).stories.hide({ id: origin, reason: 'Vende' });
    expect(await readFrontVersion(world.database)).not.toBe(before);
  });
});
