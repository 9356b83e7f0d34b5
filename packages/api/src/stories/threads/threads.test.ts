import {
  limits,
  storyId,
  type OriginKind,
  type RepliesChoice,
  type StoryId,
  type StoryVisibility,
} from '@relato/contract';
import { createStory as addStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import { readPages } from '../../testing/read-pages.ts';
import { useUser } from '../../testing/users.ts';
import { useTestWorld } from '../../testing/world.ts';
import { createStoryAudioFinder } from '../audio-queries.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');
const beto = useUser(world, 'beto');
const eva = useUser(world, 'eva');
const moderator = useUser(world, 'mod', 'moderator');

const as = (viewer: Viewer | null) => world.callAs(viewer);
async function addOrigin(fields: { readonly replies?: RepliesChoice } = {}): Promise<StoryId> {
  const { prisma } = world.database;
  await prisma.profile.update({ where: { id: ana.id }, data: { postsCount: { increment: 1 } } });
  const recordingId = await world.record(ana);
  return storyId.parse(await addStory(prisma, { userId: ana.id, recordingId, title: 'El baile', ...fields }));
}

interface Follow {
  readonly kind?: OriginKind;
  readonly visibility?: StoryVisibility;
  readonly viewer?: Viewer;
  readonly durationMs?: number;
}

async function follow(
  id: StoryId,
  { kind = 'reply', visibility = 'shared', viewer = beto, durationMs = 9_000 }: Follow = {},
) {
  const recordingId = await world.record(viewer);
  await world.database.prisma.recording.update({ where: { id: recordingId }, data: { durationMs } });
  const origin = { id, kind, visibility, voicesAgreed: true } as const;
  return as(viewer).stories.create({ recordingId, title: 'Yo estuve ahí', origin });
}

const grow = (id: StoryId, viewer: Viewer = beto) =>
  follow(id, { kind: 'grown', visibility: 'published', viewer });
const hide = (id: StoryId, hiddenAt: Date | null = new Date()) =>
  world.database.prisma.story.update({ where: { id }, data: { hiddenAt } });

type ListName = 'replies' | 'grown';
const listOf = async (name: ListName, id: StoryId, viewer: Viewer | null = null) =>
  (await as(viewer).stories[name]({ id })).items.map((story) => story.id);

/** Returns the users who may hear the sound of a story and open its screen, which are always the same. */
async function whoHears(id: StoryId): Promise<string[]> {
  const find = createStoryAudioFinder(world.services);
  const people = { nobody: null, ana, beto, eva };
  const heard: string[] = [];
  for (const [name, viewer] of Object.entries(people)) {
    const hears = await find(viewer, id).then(
      ({ isPublic }) => !isPublic,
      () => false,
    );
    const sees = await as(viewer)
      .stories.byId({ id })
      .then(
        () => true,
        () => false,
      );
    expect({ name, sees }).toEqual({ name, sees: hears });
    if (hears) heard.push(name);
  }
  return heard;
}

const all = ['nobody', 'ana', 'beto', 'eva'];

describe('a reply', () => {
  it('is public after its story, oldest first, and in no other list', async () => {
    const id = await addOrigin();
    const [first, second] = [await follow(id), await follow(id, { viewer: eva })];
    expect(first).toMatchObject({
      published: false,
      isShared: true,
      origin: { kind: 'reply', story: { id, title: 'El baile' } },
    });
    expect(first.origin?.isWaiting).toBeUndefined();
    for (const viewer of [null, ana, beto])
      expect(await listOf('replies', id, viewer)).toEqual([first.id, second.id]);
    expect(await whoHears(first.id)).toEqual(all);
    const pages = await readPages((cursor) => as(null).stories.replies({ id, cursor, limit: 1 }));
    expect(pages.flat().map((story) => story.id)).toEqual([first.id, second.id]);
    const { stories } = as(eva);
    const lists = await Promise.all([
      stories.feed({ order: 'newest' }),
      stories.feed({ search: 'estuve' }),
      stories.byUser({ userId: beto.id }),
      stories.byIds({ ids: [first.id] }),
      stories.similar({ id }),
      stories.count({ userId: beto.id }),
    ]);
    expect(JSON.stringify(lists)).not.toContain(first.id);
    expect((await as(beto).stories.mine({})).items.map((story) => story.id)).toContain(first.id);
  });

  it('is news for the author of the story, unless it is their own', async () => {
    const id = await addOrigin();
    const [reply, own] = [await follow(id), await follow(id, { viewer: ana })];
    const { items } = await as(ana).news.list({});
    const told = items.flatMap((item) => ('story' in item && item.kind === 'reply' ? [item.story?.id] : []));
    expect(told).toContain(reply.id);
    expect(told).not.toContain(own.id);
    expect(await listOf('replies', id)).toEqual([reply.id, own.id]);
  });

  it('lasts at most a minute', async () => {
    const id = await addOrigin();
    const { maxDurationMs } = limits.reply;
    const tooLong = maxDurationMs + limits.recording.durationToleranceMs + 1;
    await expectRefusal(follow(id, { durationMs: tooLong }), 'REPLY_TOO_LONG');
    expect(await follow(id, { durationMs: tooLong - 1 })).toMatchObject({ isShared: true });
    expect(await follow(id, { kind: 'grown', durationMs: tooLong, visibility: 'private' })).toMatchObject({
      origin: { kind: 'grown' },
    });
  });

  it('waits for approval if the author wants to hear it first', async () => {
    const id = await addOrigin({ replies: 'first' });
    const reply = await follow(id);
    expect(reply).toMatchObject({ isShared: true, origin: { isWaiting: true } });
    expect(await whoHears(reply.id)).toEqual(['ana', 'beto']);
    for (const viewer of [null, eva]) expect(await listOf('replies', id, viewer)).toEqual([]);
    for (const viewer of [ana, beto]) expect(await listOf('replies', id, viewer)).toEqual([reply.id]);
    for (const viewer of [beto, eva, moderator])
      await expectRefusal(as(viewer).stories.letIn({ id: reply.id, isLetIn: true }), 'STORY_NOT_FOUND');
    await as(ana).stories.letIn({ id: reply.id, isLetIn: true });
    await as(ana).stories.letIn({ id: reply.id, isLetIn: true });
    expect(await whoHears(reply.id)).toEqual(all);
    // The author's own reply needs no approval.
    expect((await follow(id, { viewer: ana })).origin?.isWaiting).toBeUndefined();
  });

  it('notifies its author of each approval once, in one item of the list, unless they mute', async () => {
    const id = await addOrigin({ replies: 'first' });
    const [first, second] = [await follow(id), await follow(id)];
    const told = async (viewer: Viewer) =>
      (await as(viewer).news.list({ limit: 50 })).items.filter(
        (item) => 'story' in item && item.kind === 'let_in' && item.story?.id === id,
      );
    const rows = () => world.database.prisma.news.count({ where: { storyId: id, kind: 'let_in' } });
    expect(await told(beto)).toEqual([]);
    const letIn = (reply: StoryId) => as(ana).stories.letIn({ id: reply, isLetIn: true });
    await Promise.all([letIn(first.id), letIn(first.id)]);
    await letIn(first.id);
    expect(await rows()).toBe(1);
    await letIn(second.id);
    expect(await rows()).toBe(2);
    expect(await told(beto)).toMatchObject([
      { kind: 'let_in', actor: { username: 'ana' }, others: 0, isRead: false, story: { title: 'El baile' } },
    ]);
    expect(await told(ana)).toEqual([]);
    // The unread news disappears when the author has no other reply there.
    await as(ana).stories.leaveThread({ id: first.id });
    expect(await rows()).toBe(2);
    await as(ana).stories.letIn({ id: second.id, isLetIn: false });
    expect(await rows()).toBe(0);
    const reply = await follow(id, { viewer: eva });
    await as(eva).blocks.mute({ userId: ana.id });
    await letIn(reply.id);
    expect(await rows()).toBe(0);
    await as(eva).blocks.undo({ userId: ana.id, kind: 'mute' });
    expect(await told(eva)).toEqual([]);
  });

  it('causes no news of an approval without the need for one', async () => {
    const id = await addOrigin();
    const reply = await follow(id);
    await as(ana).stories.letIn({ id: reply.id, isLetIn: true });
    expect(await world.database.prisma.news.count({ where: { storyId: id, kind: 'let_in' } })).toBe(0);
  });

  it('comes before the others in the list of the author as long as it waits, page by page', async () => {
    const id = await addOrigin();
    const heard = await follow(id);
    await as(ana).stories.setReplies({ id, replies: 'first' });
    const waiting = [await follow(id), await follow(id, { viewer: eva })].map((reply) => reply.id);
    const pages = await readPages((cursor) => as(ana).stories.replies({ id, cursor, limit: 1 }));
    expect(pages.flat().map((story) => story.id)).toEqual([...waiting, heard.id]);
    await as(ana).stories.letIn({ id: waiting[0] ?? id, isLetIn: true });
    expect(await listOf('replies', id, ana)).toEqual([waiting[1], heard.id, waiting[0]]);
    expect(await listOf('replies', id)).toEqual([heard.id, waiting[0]]);
  });

  it('can be approved only while a new one would be accepted', async () => {
    const id = await addOrigin({ replies: 'first' });
    const reply = await follow(id);
    const [first] = await world.database.prisma.$queryRaw<{ id: string }[]>`WITH more AS (
        INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key, playback_bytes,
          playback_type, duration_ms, peaks)
        SELECT gen_random_uuid(), ${eva.id}::uuid, 'ready', 'audio/webm', key, key, 1, 'audio/webm', 1,
          array_fill(1::int2, ARRAY[100])
        FROM (SELECT gen_random_uuid()::text AS key FROM generate_series(1, ${limits.reply.maxOfStory}::int)) AS keys
        RETURNING id
      ) INSERT INTO stories (id, recording_id, user_id, title, duration_ms, created_with, origin_id, origin_kind, is_let_in)
      SELECT gen_random_uuid(), id, ${eva.id}::uuid, 'Yo estuve ahí', 1, '', ${id}::uuid, 'reply', true
      FROM more RETURNING id`;
    const letIn = () => as(ana).stories.letIn({ id: reply.id, isLetIn: true });
    await expectRefusal(letIn(), 'REPLIES_TOO_MANY');
    await hide(storyId.parse(first?.id));
    await letIn();
    await letIn();
  });

  it('becomes a private story if none is accepted, which the answer shows', async () => {
    const id = await addOrigin();
    await expectRefusal(as(beto).stories.setReplies({ id, replies: 'open' }), 'FORBIDDEN');
    await as(ana).stories.setReplies({ id, replies: 'closed' });
    expect(await as(null).stories.byId({ id })).toMatchObject({ replies: 'closed' });
    const hidden = await addOrigin();
    await hide(hidden);
    const [deleted, withdrawn] = [await addOrigin(), await addOrigin()];
    await as(ana).stories.delete({ id: deleted });
    await as(ana).stories.unpublish({ id: withdrawn });
    const nested = await follow(await addOrigin());
    for (const gone of [id, hidden, deleted, withdrawn, nested.id]) {
      const story = await follow(gone);
      expect(story).toMatchObject({ title: 'Yo estuve ahí', published: false });
      expect(story.origin ?? story.isShared).toBeUndefined();
      expect(await whoHears(story.id)).toEqual(['beto']);
    }
  });

  it('is hidden with its story, and stays with its author when that is deleted', async () => {
    const id = await addOrigin();
    const reply = await follow(id);
    const see = () => as(beto).stories.byId({ id: reply.id });
    await hide(id);
    expect(await whoHears(reply.id)).toEqual(['beto']);
    expect(await listOf('replies', id)).toEqual([]);
    expect((await see()).origin).toEqual({ kind: 'reply', story: null, isAway: true });
    await hide(id, null);
    await as(ana).stories.unpublish({ id });
    expect(await whoHears(reply.id)).toEqual(['beto']);
    expect(JSON.stringify(await see())).not.toContain('El baile');
    await as(ana).stories.publish({ id, voicesAgreed: true });
    expect(await whoHears(reply.id)).toEqual(all);
    await as(ana).stories.delete({ id });
    expect(await whoHears(reply.id)).toEqual(['beto']);
    expect((await see()).origin).toEqual({ kind: 'reply', story: null });
    await as(beto).stories.publish({ id: reply.id, voicesAgreed: true });
    expect(await see()).toMatchObject({ published: true });
    expect((await see()).origin).toBeUndefined();
  });

  it('stays when the account of the other author is deleted, like a follow-up', async () => {
    const person = await world.addUser('se_va');
    const recordingId = await world.record(person);
    const id = storyId.parse(await addStory(world.database.prisma, { userId: person.id, recordingId }));
    const [reply, grown] = [await follow(id), await grow(id, eva)];
    await world.database.prisma.user.delete({ where: { id: person.id } });
    expect((await as(beto).stories.byId({ id: reply.id })).origin).toEqual({ kind: 'reply', story: null });
    expect(await as(null).stories.byId({ id: grown.id })).toMatchObject({
      published: true,
      origin: { kind: 'grown', story: null },
    });
  });

  it('leaves the thread permanently when its author makes it private', async () => {
    const id = await addOrigin();
    const reply = await follow(id);
    await as(beto).stories.share({ id: reply.id });
    expect(await whoHears(reply.id)).toEqual(all);
    await as(beto).stories.unpublish({ id: reply.id });
    expect(await whoHears(reply.id)).toEqual(['beto']);
    await expectRefusal(as(beto).stories.share({ id: reply.id }), 'QUESTION_NOT_FOUND');
    expect((await as(beto).stories.byId({ id: reply.id })).origin).toBeUndefined();
  });

  it('can be detached permanently by the author of its story, which its author sees', async () => {
    for (const replies of ['open', 'first'] as const) {
      const id = await addOrigin({ replies });
      const reply = await follow(id);
      for (const viewer of [eva, moderator])
        await expectRefusal(as(viewer).stories.leaveThread({ id: reply.id }), 'STORY_NOT_FOUND');
      await as(ana).stories.leaveThread({ id: reply.id });
      expect(await whoHears(reply.id)).toEqual(['beto']);
      const { origin, isShared } = await as(beto).stories.byId({ id: reply.id });
      expect({ origin, isShared }).toEqual({ origin: { kind: 'reply', story: null }, isShared: undefined });
      await expectRefusal(as(ana).stories.letIn({ id: reply.id, isLetIn: true }), 'STORY_NOT_FOUND');
      await expectRefusal(as(ana).stories.leaveThread({ id: reply.id }), 'STORY_NOT_FOUND');
    }
    const kept = await follow(await addOrigin());
    for (let again = 0; again < 2; again += 1) await as(beto).stories.leaveThread({ id: kept.id });
    expect(await whoHears(kept.id)).toEqual(['beto']);
    expect((await as(beto).stories.byId({ id: kept.id })).origin).toBeUndefined();
  });

  it('is detached permanently by a block between the two, and a block hides the story of one from the other', async () => {
    const id = await addOrigin();
    for (const [blocker, blocked] of [[ana, beto] as const, [beto, ana] as const]) {
      const [reply, grown] = [await follow(id), await grow(id)];
      const further = await grow(grown.id, eva);
      await as(blocker).blocks.block({ userId: blocked.id });
      for (const name of ['replies', 'grown'] as const) expect(await listOf(name, id, eva)).toEqual([]);
      expect((await as(eva).stories.byId({ id: grown.id })).origin).toEqual({ kind: 'grown', story: null });
      const before = await as(eva).stories.ancestors({ id: further.id });
      expect(before.map((line) => line.id)).toEqual([grown.id]);
      expect((await follow(id)).origin).toBeUndefined();
      await as(blocker).blocks.undo({ userId: blocked.id, kind: 'block' });
      expect(await whoHears(reply.id)).toEqual(['beto']);
      expect((await as(beto).stories.byId({ id: reply.id })).origin).toEqual({ kind: 'reply', story: null });
      await expectRefusal(as(ana).stories.letIn({ id: reply.id, isLetIn: true }), 'STORY_NOT_FOUND');
    }
    // The reply of a third user, which blocked users hear and get as news.
    const reply = await follow(id);
    for (const [blocker, blocked] of [[eva, beto] as const, [ana, eva] as const]) {
      await as(blocker).blocks.block({ userId: blocked.id });
      expect(await whoHears(reply.id)).toEqual(['nobody', 'ana', 'beto']);
      expect(await listOf('replies', id, eva)).toEqual([]);
      await as(blocker).blocks.undo({ userId: blocked.id, kind: 'block' });
    }
  });
});

describe('a follow-up of a story', () => {
  it('is an ordinary story, and the two link to each other', async () => {
    const id = await addOrigin();
    const grown = await grow(id);
    expect(grown).toMatchObject({
      published: true,
      origin: { kind: 'grown', story: { id, author: { username: 'ana' } } },
    });
    for (const viewer of [null, ana, eva]) expect(await listOf('grown', id, viewer)).toEqual([grown.id]);
    expect((await as(null).stories.byUser({ userId: beto.id })).items.map((story) => story.id)).toContain(
      grown.id,
    );
    const kept = await follow(id, { kind: 'grown', visibility: 'private' });
    expect(await listOf('grown', id)).toEqual([grown.id]);
    await as(beto).stories.publish({ id: kept.id, voicesAgreed: true });
    expect(await listOf('grown', id)).toEqual([kept.id, grown.id]);
    await hide(kept.id);
    expect(await listOf('grown', id, ana)).toEqual([grown.id]);
  });

  it('stays when the other story is gone, whose title it does not reveal', async () => {
    const id = await addOrigin();
    const [grown, next] = [await grow(id), await addOrigin()];
    const further = await grow(grown.id, eva);
    const read = async (viewer: Viewer | null) => {
      const { stories } = as(viewer);
      return [await stories.byId({ id: grown.id }), await stories.ancestors({ id: further.id })] as const;
    };
    expect((await read(null))[1].map((line) => line.id)).toEqual([grown.id, id]);
    await hide(id);
    for (const viewer of [null, beto, moderator]) {
      const [story, ancestors] = await read(viewer);
      expect(story.origin).toEqual({ kind: 'grown', story: null, ...(viewer === beto && { isAway: true }) });
      expect(ancestors.map((line) => line.id)).toEqual([grown.id]);
    }
    expect(await listOf('grown', id)).toEqual([]);
    await hide(id, null);
    await as(ana).blocks.block({ userId: eva.id });
    expect((await read(eva))[1].map((line) => line.id)).toEqual([grown.id]);
    await as(ana).blocks.undo({ userId: eva.id, kind: 'block' });
    await as(ana).stories.unpublish({ id });
    expect((await read(null))[0].origin).toEqual({ kind: 'grown', story: null });
    expect((await read(ana))[0].origin).toMatchObject({ story: { title: 'El baile' } });
    await as(ana).stories.delete({ id });
    expect((await read(null))[0]).toMatchObject({ published: true, origin: { kind: 'grown', story: null } });
    expect((await follow(next, { kind: 'grown', visibility: 'private' })).origin).toBeDefined();
  });

  it('can only follow a story that exists when it is saved, so that there are no cycles', async () => {
    const id = await addOrigin();
    const grown = await grow(id);
    const { prisma } = world.database;
    for (const [child, originId] of [[id, grown.id] as const, [id, id] as const])
      await expect(
        prisma.story.update({ where: { id: child }, data: { originId, originKind: 'grown' } }),
      ).rejects.toThrow(/origin of a story does not change/);
    const other = await addOrigin();
    await expect(prisma.story.update({ where: { id: grown.id }, data: { originId: other } })).rejects.toThrow(
      /origin of a story does not change/,
    );
    await hide(other);
    expect((await grow(other)).origin).toBeUndefined();
  });

  it('stays attached until the author of either story ends that', async () => {
    const id = await addOrigin();
    const [first, second, kept] = [
      await grow(id),
      await grow(id),
      await follow(id, { kind: 'grown', visibility: 'private' }),
    ];
    await expectRefusal(as(eva).stories.leaveThread({ id: first.id }), 'STORY_NOT_FOUND');
    await expectRefusal(as(ana).stories.leaveThread({ id: kept.id }), 'STORY_NOT_FOUND');
    await as(ana).stories.leaveThread({ id: first.id });
    await as(beto).stories.leaveThread({ id: second.id });
    expect(await listOf('grown', id)).toEqual([]);
    const { stories } = as(null);
    expect(await stories.byId({ id: first.id })).toMatchObject({
      published: true,
      origin: { kind: 'grown', story: null },
    });
    expect((await stories.byId({ id: second.id })).origin).toBeUndefined();
  });

  it('shows a limited number of the stories before it', async () => {
    let id = await addOrigin();
    for (let depth = 0; depth <= limits.tree.maxDepth; depth += 1)
      id = storyId.parse(
        await addStory(world.database.prisma, { userId: ana.id, originId: id, originKind: 'grown' }),
      );
    expect(await as(null).stories.ancestors({ id })).toHaveLength(limits.tree.maxDepth);
  });
});
