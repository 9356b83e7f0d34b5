import { randomUUID } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { commentId, decodePeaks, recordingId, storyId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { readPages } from '../testing/read-pages.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { deleteStory, updateStory, updateTags } from './mutations.ts';
import { setVisibility } from './visibility/mutations.ts';
import { requireOwnStory } from './visibility/queries.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');
const beto = useUser(world, 'beto');

async function save(viewer: Viewer, title = 'El tren', tags: string[] = []): Promise<StoryId> {
  const recordingId = await world.record(viewer);
  const story = await world
    .callAs(viewer)
    .stories.create({ recordingId, title, transcript: 'Érase una vez', tags });
  return story.id;
}

describe('stories.create', () => {
  it('L123-124, L127-135, L264, L297: saves an unpublished story without votes', async () => {
    const recordingId = await world.record(ana);
    const story = await world
      .callAs(ana)
      .stories.create({ recordingId, title: '  El mango ', tags: ['humor'] });
    expect(story).toMatchObject({
      title: 'El mango',
      published: false,
      upvotes: 0,
      downvotes: 0,
      tags: ['humor'],
      durationMs: 4980,
      audioUrl: `/audio/${story.id}`,
      author: { id: ana.id, username: 'ana' },
      transcript: 'No se pudo transcribir el audio',
      transcriptStatus: 'missing',
    });
    expect(decodePeaks(story.peaks)).toHaveLength(100);
    expect(Date.now() - story.createdAt.getTime()).toBeLessThan(60_000);
    expect(await world.callAs(ana).stories.byId({ id: story.id })).toEqual(story);
  });

  it('returns the same story when it is repeated, also at the same time', async () => {
    const recordingId = await world.record(ana);
    const input = { recordingId, title: 'Una vez' };
    const caller = world.callAs(ana);
    const stories = await Promise.all([1, 2, 3].map(() => caller.stories.create(input)));
    expect(new Set(stories.map(({ id }) => id)).size).toBe(1);
    await expect(caller.stories.create({ recordingId, title: 'Otra' })).rejects.toMatchObject({
      cause: { code: 'STORY_EXISTS', storyId: stories[0]?.id },
    });
  });

  it('L125, L264: uses the default title for a story that has a text but no title', async () => {
    const recordingId = await world.record(ana);
    const story = await world.callAs(ana).stories.create({ recordingId, transcript: 'Érase' });
    expect(story).toMatchObject({ title: 'Historia sin título', transcript: 'Érase' });
    const empty = await world.record(ana);
    await expectRefusal(world.callAs(ana).stories.create({ recordingId: empty }), 'TITLE_REQUIRED');
  });

  it('L264: treats the placeholder of a missing transcript as no transcript, here and in an edit', async () => {
    const recordingId = await world.record(ana);
    const transcript = 'No se pudo transcribir el audio';
    const { stories } = world.callAs(ana);
    await expectRefusal(stories.create({ recordingId, transcript }), 'TITLE_REQUIRED');
    const { id } = await stories.create({ recordingId, title: 'La reja', transcript: ` ${transcript} ` });
    await stories.update({ id, title: 'El mango', transcript });
    const stored = await world.database.prisma.story.findUniqueOrThrow({ where: { id } });
    expect(stored).toMatchObject({ title: 'El mango', transcript: null });
    await stories.update({ id, transcript: 'Érase' });
    expect(await stories.update({ id, transcript })).toMatchObject({ transcript: 'Érase' });
  });

  it('refuses the recording of another user, and one that is still being inspected', async () => {
    const recordingId = await world.record(ana);
    const input = { recordingId, title: 'Mía' };
    await expectRefusal(world.callAs(beto).stories.create(input), 'RECORDING_NOT_FOUND');
    await expectRefusal(world.visitor.stories.create(input), 'UNAUTHENTICATED');
    const uploaded = await world.upload(ana, 'chromium_opus_frag.mp4');
    await expectRefusal(
      world.callAs(ana).stories.create({ recordingId: uploaded, title: 'Ya' }),
      'RECORDING_NOT_READY',
    );
    world.queued.splice(0);
  });
});

describe('SEC-02: a private story', () => {
  it('is visible only to its owner, and in no list', async () => {
    const id = await save(ana, 'Ornitorrinco', ['ornitorrinco']);
    expect(await world.callAs(ana).stories.byId({ id })).toMatchObject({ id, viewer: { canEdit: true } });
    for (const caller of [world.callAs(beto), world.visitor]) {
      const { stories, comments, reports } = caller;
      await expectRefusal(stories.byId({ id }), 'STORY_NOT_FOUND');
      expect((await stories.feed({ search: 'ornitorrinco' })).items).toEqual([]);
      expect((await stories.feed({ tags: ['ornitorrinco'] })).items).toEqual([]);
      expect(await stories.byIds({ ids: [id] })).toEqual([]);
      const byAuthor = await stories.byUser({ userId: ana.id });
      expect(byAuthor.items.map((story) => story.id)).not.toContain(id);
      const comment = { id: commentId.parse(randomUUID()), storyId: id, content: 'Hola' };
      for (const ask of [
        () => comments.list({ storyId: id }),
        () => comments.create(comment),
        () => reports.create({ storyId: id, reason: 'spam' }),
      ])
        await expectRefusal(ask(), 'STORY_NOT_FOUND');
    }
    const voted = world.callAs(beto).stories.vote({ id, direction: 'up' });
    await expectRefusal(voted, 'STORY_NOT_FOUND');
  });
});

describe('a published story', () => {
  it('L176-178, L227-228, L300, L301: is in the feed until it is unpublished, and counts once for its author', async () => {
    const dora = await world.addUser('dora');
    const id = await save(dora);
    const caller = world.callAs(dora);
    await Promise.all([caller.stories.publish({ id }), caller.stories.publish({ id })]);
    expect((await world.visitor.stories.feed({})).items.map((story) => story.id)).toContain(id);
    expect((await caller.profiles.me()).postsCount).toBe(1);
    expect(await world.visitor.stories.count({ userId: dora.id })).toBe(1);
    await caller.stories.unpublish({ id });
    expect((await world.visitor.stories.feed({})).items.map((story) => story.id)).not.toContain(id);
    expect((await caller.profiles.me()).postsCount).toBe(0);
    expect(await world.visitor.stories.count({ userId: dora.id })).toBe(0);
  });
});

describe('stories.delete', () => {
  it('L298, D20: deletes the recording and the objects for good, and corrects the counter', async () => {
    const eva = await world.addUser('eva');
    const id = await save(eva);
    const caller = world.callAs(eva);
    await caller.stories.publish({ id });
    const { recording } = await world.database.prisma.story.findUniqueOrThrow({
      where: { id },
      include: { recording: true },
    });
    await caller.stories.delete({ id });
    await world.workOff();
    await expectRefusal(caller.stories.byId({ id }), 'STORY_NOT_FOUND');
    await expect(world.services.storage.read(recording.playbackKey ?? '')).rejects.toMatchObject({
      reason: 'missing',
    });
    await expect(world.services.storage.read(recording.originalKey ?? '')).rejects.toMatchObject({
      reason: 'missing',
    });
    expect((await caller.profiles.me()).postsCount).toBe(0);
    // A draft that a browser of the author still has must not bring the story back.
    const again = caller.recordings.begin({ id: recordingId.parse(recording.id), claimedType: 'audio/webm' });
    await expectRefusal(again, 'RECORDING_NOT_FOUND');
  });
});

describe('stories.updateTags and stories.update', () => {
  it('L300: change the given fields and no others', async () => {
    const id = await save(ana, 'Antes', ['humor']);
    const caller = world.callAs(ana);
    await caller.stories.updateTags({ id, tags: ['trenes', 'amor'] });
    const changed = await caller.stories.update({ id, title: 'Después' });
    expect(changed).toMatchObject({
      title: 'Después',
      tags: ['trenes', 'amor'],
      transcript: 'Érase una vez',
    });
    const hostile = { id, title: 'Tercero', published: true, upvotes: 99, userId: beto.id };
    expect(await caller.stories.update(hostile)).toMatchObject({ published: false, upvotes: 0 });
  });

  it('replace no text but the one that the author changed, if that is known', async () => {
    const id = await save(ana);
    const { stories } = world.callAs(ana);
    const edit = { id, title: 'Otro', transcript: 'Érase dos veces', was: 'Érase una vez ' };
    await stories.update({ id, transcript: 'Érase otra vez' });
    await expectRefusal(stories.update(edit), 'CONFLICT');
    expect(await stories.byId({ id })).toMatchObject({ title: 'El tren', transcript: 'Érase otra vez' });
    await stories.update({ ...edit, was: 'Érase otra vez' });
    // The answer to the first call may be lost.
    expect(await stories.update({ ...edit, was: 'Érase otra vez' })).toMatchObject({ title: 'Otro' });
  });
});

describe('concurrent changes of two tabs', () => {
  it('are STORY_NOT_FOUND if the story was deleted in between', async () => {
    const id = await save(ana, 'Se va');
    const stale = await requireOwnStory(world.services, ana, id);
    await world.callAs(ana).stories.delete({ id });
    const gone = errorCode('STORY_NOT_FOUND');
    await expect(updateTags(world.services, stale, ['humor'])).rejects.toEqual(gone);
    await expect(updateStory(world.services, stale, { id, transcript: 'Ya no' })).rejects.toEqual(gone);
    await expect(setVisibility(world.services, stale, 'published')).rejects.toEqual(gone);
    await expect(setVisibility(world.services, stale, 'private')).rejects.toEqual(gone);
    await deleteStory(world.services, stale);
  });

  it('keep the counter correct when one publishes the story while the other deletes it', async () => {
    const eva = await world.addUser('eva_dos');
    const id = await save(eva);
    const asPrivate = await requireOwnStory(world.services, eva, id);
    await world.callAs(eva).stories.publish({ id });
    await deleteStory(world.services, asPrivate);
    expect((await world.callAs(eva).profiles.me()).postsCount).toBe(0);
  });
});

describe('stories.feed', () => {
  it('L295, L406: orders by votes, then newest, and pages without missing or repeating any', async () => {
    const { prisma } = world.database;
    await prisma.story.deleteMany();
    const ids: string[] = [];
    for (const [upvotes, downvotes] of [
      [0, 0],
      [8, 5],
      [1, 0],
      [3, 0],
      [5, 5],
    ] as const)
      ids.push(
        await createStory(prisma, {
          userId: ana.id,
          upvotes,
          downvotes,
          score: upvotes - downvotes,
          createdAt: new Date(Date.now() - 60_000 + ids.length * 1_000),
        }),
      );
    await createStory(prisma, { userId: ana.id, published: false });
    const [zero, three, one, threeNewer, zeroNewer] = ids;
    const pages = await readPages((cursor) => world.visitor.stories.feed({ limit: 2, cursor }));
    expect(pages.flat().map(({ id }) => id)).toEqual([threeNewer, three, one, zeroNewer, zero]);
  });
});

describe('stories.mine', () => {
  it('L296: includes unpublished stories, newest first, in pages', async () => {
    const fede = await world.addUser('fede');
    const first = await save(fede, 'Primera');
    const second = await save(fede, 'Segunda');
    const caller = world.callAs(fede);
    const page = await caller.stories.mine({ limit: 1 });
    expect(page.items.map(({ id }) => id)).toEqual([second]);
    const rest = await caller.stories.mine({ limit: 1, cursor: page.nextCursor });
    expect(rest).toMatchObject({ items: [{ id: first }], nextCursor: null });
  });
});

describe('stories.byUser and stories.count', () => {
  it('list the public stories of a user, newest first, alike for everyone, in pages', async () => {
    const gala = await world.addUser('gala');
    const first = await save(gala, 'Primera');
    const second = await save(gala, 'Segunda');
    await save(gala, 'Privada');
    const hidden = await save(gala, 'Oculta');
    const caller = world.callAs(gala);
    for (const id of [first, second, hidden]) await caller.stories.publish({ id });
    await world.database.prisma.story.update({ where: { id: hidden }, data: { hiddenAt: new Date() } });
    for (const { stories } of [world.visitor, caller, world.callAs(ana)]) {
      const page = await stories.byUser({ userId: gala.id, limit: 1 });
      expect(page.items.map(({ id }) => id)).toEqual([second]);
      const rest = await stories.byUser({ userId: gala.id, limit: 1, cursor: page.nextCursor });
      expect(rest).toMatchObject({ items: [{ id: first, author: { username: 'gala' } }], nextCursor: null });
    }
    const { items } = await caller.stories.byUser({ userId: gala.id });
    expect(items[0]?.viewer).toMatchObject({ canEdit: true });
    const { items: others } = await world.visitor.stories.byUser({ userId: gala.id });
    expect(others[0]?.viewer).toMatchObject({ canEdit: false });
  });
});

describe('stories.opening', () => {
  /** The number of words in the longest story, with the longest numbers. */
  const words = Array.from({ length: 900 }, (_, index) => ({
    text: `voz${index}`,
    startMs: index * 333,
    endMs: index * 333 + 300,
    confidence: 0.9,
  }));

  it('returns the words of a card with their times in a few bytes', async () => {
    const fields = { userId: ana.id, transcriptWords: words };
    const id = storyId.parse(await createStory(world.database.prisma, fields));
    const opening = await world.visitor.stories.opening({ id });
    expect(opening.words).toEqual(
      words.slice(0, 30).map(({ text, startMs, endMs }) => ({ text, startMs, endMs })),
    );
    expect(brotliCompressSync(JSON.stringify(opening)).byteLength).toBeLessThan(1_500);
  });

  it('returns no words without timings', async () => {
    const id = storyId.parse(await createStory(world.database.prisma, { userId: ana.id }));
    expect(await world.visitor.stories.opening({ id })).toEqual({ words: [] });
  });

  it('answers only the author of a private story, not even moderators', async () => {
    const fields = { userId: ana.id, transcriptWords: words, published: false };
    const id = storyId.parse(await createStory(world.database.prisma, fields));
    expect((await world.callAs(ana).stories.opening({ id })).words).toHaveLength(30);
    const moderator = await world.addUser('mira', 'moderator');
    for (const viewer of [null, beto, moderator])
      await expectRefusal(world.callAs(viewer).stories.opening({ id }), 'STORY_NOT_FOUND');
  });
});
