import { randomUUID } from 'node:crypto';
import {
  limits,
  storyId,
  type Comment,
  type CommentId,
  type Commenters,
  type StoryId,
} from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { readPages } from '../testing/read-pages.ts';
import { newId, useCommentedStory } from '../testing/commented-story.ts';
import type { Caller } from '../testing/world.ts';

const { world, teller, ana, beto, told, say, list, counts, unpublish } = useCommentedStory();

/** Returns the comments that a reader sees who pages to the end while comments change between the pages. */
async function readAll(limit: number, between: (page: number) => Promise<unknown>): Promise<string[]> {
  let page = 0;
  const pages = await readPages(async (cursor) => {
    if (cursor !== null) await between(page++);
    return world.visitor.comments.list({ storyId: told.story, limit, cursor });
  });
  return pages.flat().map(({ content }) => content);
}

const reuse = (id: CommentId, storyId: StoryId) =>
  world.callAs(beto).comments.create({ id, storyId, content: 'Otra cosa' });

describe('SEC-48: the id of a deleted comment', () => {
  it.each(['its writer', 'the deletion of its story', "the deletion of its author's account"])(
    'cannot be reused after %s',
    async (how) => {
      const leaver = await world.addUser(`se_va_${randomUUID().slice(0, 8)}`);
      const { id } = await say(world.callAs(leaver), 'Primero');
      const other = storyId.parse(await createStory(world.database.prisma, { userId: beto.id }));
      if (how === 'its writer') await world.callAs(leaver).comments.delete({ id });
      if (how === 'the deletion of its story') await world.callAs(teller).stories.delete({ id: told.story });
      if (how === "the deletion of its author's account")
        await world.database.prisma.user.delete({ where: { id: leaver.id } });
      if (how === "the deletion of its author's account")
        await world.database.prisma.comment.deleteMany({ where: { id } });
      await expectRefusal(reuse(id, other), 'COMMENT_NOT_FOUND');
      expect((await world.visitor.stories.byId({ id: other })).comments).toBe(0);
    },
  );

  it('cannot be reused by a comment that waited for the deletion', async () => {
    const other = storyId.parse(await createStory(world.database.prisma, { userId: beto.id }));
    for (let round = 0; round < 2; round += 1) {
      const { id } = await say(world.callAs(ana), `Vuelta ${round}`);
      const results = await Promise.allSettled([
        world.callAs(ana).comments.delete({ id }),
        ...Array.from({ length: 4 }, () => reuse(id, other)),
      ]);
      expect(results.slice(1).map(({ status }) => status)).not.toContain('fulfilled');
    }
  });
});

describe('comments.create', () => {
  it('L152-158, L270, L309-310: stores the comment of a visitor under the name they give', async () => {
    const comment = await say(world.visitor, '  ¿Y el ladrón volvió? ', { authorName: ' Pepa ' });
    expect(comment).toMatchObject({
      storyId: told.story,
      content: '¿Y el ladrón volvió?',
      authorName: 'Pepa',
      author: null,
      viewer: { canDelete: false },
    });
    expect(Date.now() - comment.createdAt.getTime()).toBeLessThan(60_000);
    expect(await list()).toEqual([comment]);
    expect(await counts()).toEqual([1, 1]);
  });

  it('L270: signs the comment of a user with their username, whatever name is sent', async () => {
    const comment = await say(world.callAs(ana), 'Me morí', { authorName: '@beto' });
    expect(comment).toMatchObject({
      authorName: 'ana',
      author: { id: ana.id, username: 'ana' },
      viewer: { canDelete: true },
    });
  });

  it('L152-158: shows the current username, and keeps the one at the time of writing', async () => {
    const carla = await world.addUser('carla');
    await say(world.callAs(carla), 'Antes');
    await world.callAs(carla).profiles.update({ username: 'carla_dos' });
    expect(await list()).toMatchObject([{ authorName: 'carla', author: { username: 'carla_dos' } }]);
  });

  it('keeps the comment of a deleted account, without a link to it', async () => {
    const dora = await world.addUser('dora');
    await say(world.callAs(dora), 'Adiós');
    await world.database.prisma.user.delete({ where: { id: dora.id } });
    expect(await list()).toMatchObject([{ content: 'Adiós', authorName: 'dora', author: null }]);
    expect(await counts()).toEqual([1, 1]);
  });

  it('refuses a comment if the client assumes another session', async () => {
    const input = { id: newId(), storyId: told.story, content: 'Hola' };
    await expectRefusal(world.visitor.comments.create({ ...input, asMember: true }), 'UNAUTHENTICATED');
    await expectRefusal(world.callAs(ana).comments.create({ ...input, asMember: false }), 'CONFLICT');
    expect(await counts()).toEqual([0, 0]);
    await world.callAs(ana).comments.create({ ...input, asMember: true });
    await world.visitor.comments.create({ ...input, id: newId(), asMember: false });
    expect(await counts()).toEqual([2, 2]);
  });
});

describe('the text of a comment', () => {
  it('SEC-60: is stored without invisible characters and characters that reverse text', async () => {
    const content = 'a\u202Eb\u200Bc\u2066d\u2069\u00ADe\uFEFF\u0007 👩\u200d👧 ❤\uFE0F';
    expect((await say(world.visitor, content)).content).toBe('abcde 👩\u200d👧 ❤\uFE0F');
  });

  it.each(['ñ', '👵'])('D10: is limited in characters such as %s, and never cut', async (character) => {
    const longest = character.repeat(limits.comment.maxLength);
    expect((await say(world.visitor, longest)).content).toBe(longest);
    for (const content of [`${longest}.`, character.repeat(10_000)]) {
      await expect(say(world.visitor, content)).rejects.toThrow('COMMENT_TOO_LONG');
    }
    expect(await counts()).toEqual([1, 1]);
  });
});

const choose = (commenters: Commenters) =>
  world.callAs(teller).stories.setCommenters({ id: told.story, commenters });
const seenBy = async (caller: Caller) => (await caller.stories.byId({ id: told.story })).viewer.isFollower;

describe('a story whose author chooses who comments', () => {
  it('D13: accepts comments of users only, until its author changes that', async () => {
    await say(world.visitor, 'Antes');
    await choose('members');
    expect((await world.visitor.stories.byId({ id: told.story })).commenters).toBe('members');
    await expectRefusal(say(world.visitor, 'Después'), 'COMMENTS_MEMBERS_ONLY');
    await say(world.callAs(ana), 'Yo sí');
    expect((await list()).map(({ content }) => content)).toEqual(['Antes', 'Yo sí']);
    expect(await counts()).toEqual([2, 2]);
    await choose('anyone');
    await say(world.visitor, 'Otra vez');
  });

  it('accepts comments of followers of its author, and of the author', async () => {
    await choose('followers');
    await expectRefusal(say(world.visitor, 'Hola'), 'COMMENTS_FOLLOWERS_ONLY');
    await expectRefusal(say(world.callAs(ana), 'Hola'), 'COMMENTS_FOLLOWERS_ONLY');
    await world.callAs(teller).follows.follow({ userId: beto.id });
    await expectRefusal(say(world.callAs(beto), 'Me sigue'), 'COMMENTS_FOLLOWERS_ONLY');
    expect(await seenBy(world.callAs(ana))).toBe(false);
    await world.callAs(ana).follows.follow({ userId: teller.id });
    expect(await seenBy(world.callAs(ana))).toBe(true);
    await say(world.callAs(ana), 'Ya sí');
    await say(world.callAs(teller), 'Es mía');
    await world.callAs(ana).follows.unfollow({ userId: teller.id });
    await expectRefusal(say(world.callAs(ana), 'Ya no'), 'COMMENTS_FOLLOWERS_ONLY');
    await world.callAs(ana).follows.follow({ userId: teller.id });
    await world.callAs(teller).blocks.block({ userId: ana.id });
    await expectRefusal(say(world.callAs(ana), 'Tampoco'), 'STORY_NOT_FOUND');
    await world.callAs(teller).blocks.undo({ userId: ana.id, kind: 'block' });
    await expectRefusal(say(world.callAs(ana), 'Sin seguir'), 'COMMENTS_FOLLOWERS_ONLY');
    expect(await counts()).toEqual([2, 2]);
  });

  it('accepts comments of its author alone, and still shows existing ones', async () => {
    await say(world.visitor, 'Antes');
    await world.callAs(beto).follows.follow({ userId: teller.id });
    await choose('nobody');
    for (const caller of [world.visitor, world.callAs(beto)])
      await expectRefusal(say(caller, 'Tarde'), 'COMMENTS_CLOSED');
    await say(world.callAs(teller), 'Gracias a todos');
    expect((await list()).map(({ content }) => content)).toEqual(['Antes', 'Gracias a todos']);
  });
});

describe('a story that the viewer may not see', () => {
  it('shows them no comments and accepts none', async () => {
    await say(world.visitor, 'Cuando era pública');
    await unpublish();
    for (const caller of [world.visitor, world.callAs(ana)]) {
      await expectRefusal(list(caller), 'STORY_NOT_FOUND');
      await expectRefusal(say(caller, 'Hola'), 'STORY_NOT_FOUND');
    }
    expect(await list(world.callAs(teller))).toHaveLength(1);
    await say(world.callAs(teller), 'Solo para mí');
    expect(await counts()).toEqual([2, 2]);
  });
});

describe('comments.delete', () => {
  it('D13: is allowed to the author of the comment, also when the story is no longer public', async () => {
    const { id } = await say(world.callAs(ana), 'Me arrepiento');
    await say(world.callAs(beto), 'Yo no');
    await unpublish();
    await world.callAs(ana).comments.delete({ id });
    expect(await list(world.callAs(teller))).toMatchObject([{ content: 'Yo no' }]);
    expect(await counts()).toEqual([1, 1]);
  });

  it('counts once, however often it is called', async () => {
    const { id } = await say(world.callAs(ana), 'Una vez');
    const caller = world.callAs(ana);
    const deletions = await Promise.allSettled([1, 2, 3].map(() => caller.comments.delete({ id })));
    expect(deletions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectRefusal(caller.comments.delete({ id }), 'COMMENT_NOT_FOUND');
    expect(await counts()).toEqual([0, 0]);
  });
});

describe('comments.list', () => {
  it('L309-310: pages from the oldest on, and neither misses nor repeats comments during changes', async () => {
    const said: Comment[] = [];
    for (const content of ['1', '2', '3', '4', '5']) said.push(await say(world.visitor, content));
    const seen = await readAll(2, async (page) => {
      if (page === 0) await say(world.visitor, '6');
      const shown = said[1];
      if (page === 1 && shown) await world.callAs(teller).comments.delete({ id: shown.id });
    });
    expect(seen).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('orders comments of the same millisecond by id', async () => {
    const createdAt = new Date();
    const ids = [newId(), newId(), newId()].toSorted();
    await world.database.prisma.comment.createMany({
      data: ids.map((id) => ({ id, storyId: told.story, content: id, authorName: 'Anónimo', createdAt })),
    });
    expect(await readAll(1, async () => {})).toEqual(ids);
  });

  it('puts a new comment last, even if the clock was ahead before', async () => {
    await world.database.prisma.comment.create({
      data: {
        id: newId(),
        storyId: told.story,
        content: 'Del futuro',
        authorName: 'Anónimo',
        createdAt: new Date(Date.now() + 172_800_000),
      },
    });
    await say(world.visitor, 'De hoy');
    expect((await list()).map(({ content }) => content)).toEqual(['Del futuro', 'De hoy']);
  });
});
