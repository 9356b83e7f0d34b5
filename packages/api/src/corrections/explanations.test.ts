import { randomUUID } from 'node:crypto';
import { limits } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { bus, spanOf, text, useExplainedStories } from '../testing/corrections/explained-stories.ts';
import { useUser } from '../testing/users.ts';

const { world, author, ana, beto, ...calls } = useExplainedStories();
const { tell, receive, decide, explain, accept, read, listed } = calls;
const moderator = useUser(world, 'moderadora', 'moderator');
const remove = (id: string, viewer: Viewer) => world.callAs(viewer).corrections.removeExplanation({ id });

describe('an explanation of a listener', () => {
  it("waits for the author, who accepts it with one call, and then shows to all with its user's name", async () => {
    const id = await tell();
    expect(await explain(ana, id, ' autobús\n', { regions: ['canarias', 'caribe'] })).toBe('waiting');
    expect(await read(id)).toEqual([]);
    expect(await read(id, ana)).toMatchObject([{ word: 'guagua', isOpen: true }]);
    expect(await listed(id)).toEqual([]);
    const [waiting] = await receive(id);
    expect(waiting).toMatchObject({ ...bus, said: 'autobús', regions: ['canarias', 'caribe'] });
    await decide(waiting?.id ?? '', true);
    const [shown] = await read(id);
    expect(shown).toMatchObject({
      range: { from: 2, to: 2 },
      word: 'guagua',
      explanation: 'autobús',
      person: { username: 'ana' },
    });
    expect(shown).not.toHaveProperty('isOpen');
    const told = await world.callAs(author).stories.byId({ id });
    expect(told).toMatchObject({ transcript: text, carers: { usernames: ['ana'] } });
    const news = await world.callAs(ana).news.list({});
    expect(news.items).toContainEqual(expect.objectContaining({ kind: 'corrected' }));
    expect(await listed(id)).toEqual(['guagua']);
    expect(await listed(id, null, 'caribe')).toEqual(['guagua']);
    expect(await listed(id, null, 'chile')).toEqual([]);
  });

  it('never becomes the text, also if a correction of the same words is equal', async () => {
    const id = await tell();
    await explain(ana, id, 'autobús');
    await world.callAs(beto).corrections.propose({ id, ...bus, said: 'autobús' });
    const [correction, explanation] = await receive(id);
    expect([correction?.regions, explanation?.regions]).toEqual([[], ['canarias']]);
    await decide(explanation?.id ?? '', true);
    expect(await world.callAs(author).stories.byId({ id })).toMatchObject({ transcript: text });
    expect(await receive(id)).toMatchObject([{ id: correction?.id }]);
    // The correction removes the explained word.
    await decide(correction?.id ?? '', true);
    expect(await read(id)).toEqual([]);
  });

  it('is unique for words and user, and a declined one is not proposed again', async () => {
    const id = await tell();
    await explain(ana, id, 'bus');
    await explain(ana, id, 'autobús', { regions: ['caribe'] });
    const waiting = await receive(id);
    expect(waiting).toMatchObject([{ said: 'autobús', regions: ['caribe'] }]);
    await decide(waiting[0]?.id ?? '', false);
    expect(await explain(beto, id, 'Autobús', { regions: ['caribe'] })).toBe('waiting');
    expect(await receive(id)).toEqual([]);
    await explain(ana, id, 'autobús', { regions: ['canarias', 'caribe'] });
    expect(await receive(id)).toEqual([]);
    // The region may have been the reason.
    await explain(ana, id, 'autobús');
    const [open] = await receive(id);
    expect(open).toMatchObject({ regions: ['canarias'] });
    await remove(open?.id ?? '', ana);
    // An equal correction is independent of it.
    await world.callAs(beto).corrections.propose({ id, ...bus, said: 'autobús' });
    expect(await receive(id)).toHaveLength(1);
  });

  it('is refused for missing words, no word, a text with a link, and no or too many regions', async () => {
    const id = await tell();
    const elsewhere = { ...bus, text: 'camión' };
    await expectRefusal(explain(ana, id, 'x', { span: elsewhere }), 'CORRECTION_WORDS_CHANGED');
    await expectRefusal(explain(ana, id, 'x', { span: spanOf(0, 5) }), 'EXPLANATION_NOT_A_WORD');
    await expect(explain(ana, id, 'ejemplo.com')).rejects.toThrow('EXPLANATION_NOT_PLAIN');
    await expect(explain(ana, id, '<i>bus</i>')).rejects.toThrow('EXPLANATION_NOT_PLAIN');
    await expect(explain(ana, id, 'a'.repeat(limits.explanations.maxLength + 1))).rejects.toThrow(
      'EXPLANATION_TOO_LONG',
    );
    await expect(explain(ana, id, 'x', { regions: [] })).rejects.toThrow('EXPLANATION_REGIONS');
  });

  it('is refused for a story that is not public, and if there is a block between its author and the user', async () => {
    for (const id of [await tell({ published: false }), await tell({ hiddenAt: new Date() })])
      await expectRefusal(explain(ana, id), 'STORY_NOT_FOUND');
    const id = await tell();
    const ida = await world.addUser('ida');
    await accept(id, ida);
    await world.callAs(author).blocks.block({ userId: ida.id });
    await expectRefusal(explain(ida, id), 'STORY_NOT_FOUND');
    expect([await read(id), await listed(id)]).toEqual([[], []]);
  });

  it('is withdrawn by its user or removed for good by the author, and by no other user', async () => {
    const id = await tell();
    await explain(ana, id);
    const [open] = await receive(id);
    for (const other of [beto, moderator]) await expectRefusal(remove(open?.id ?? '', other), 'FORBIDDEN');
    await remove(open?.id ?? '', ana);
    expect(await receive(id)).toEqual([]);
    await accept(id, ana);
    const [shown] = await read(id);
    for (const other of [beto, moderator]) await expectRefusal(remove(shown?.id ?? '', other), 'FORBIDDEN');
    await remove(shown?.id ?? '', author);
    expect([await read(id), await listed(id)]).toEqual([[], []]);
    await explain(ana, id);
    expect(await receive(id)).toEqual([]);
    // A user cannot withdraw a declined explanation.
    await expectRefusal(remove(shown?.id ?? '', ana), 'EXPLANATION_NOT_FOUND');
    await explain(ana, id);
    expect(await receive(id)).toEqual([]);
    await expectRefusal(remove(randomUUID(), author), 'EXPLANATION_NOT_FOUND');
  });

  it('that was withdrawn before the author read about it leaves no news', async () => {
    const id = await tell();
    const told = () => world.database.prisma.news.count({ where: { storyId: id, kind: 'correction' } });
    await explain(ana, id);
    expect(await told()).toBe(1);
    await remove((await receive(id))[0]?.id ?? '', ana);
    expect(await told()).toBe(0);
  });

  it('that is repeated, open or accepted, changes nothing', async () => {
    const id = await tell();
    await explain(ana, id, 'bus', { regions: ['canarias', 'caribe'] });
    const [open] = await receive(id);
    await explain(ana, id, 'bus', { regions: ['caribe', 'canarias'] });
    expect(await receive(id)).toEqual([open]);
    await decide(open?.id ?? '', true);
    expect(await explain(ana, id, 'bus', { regions: ['caribe', 'canarias'] })).toBe('applied');
    expect(await receive(id)).toEqual([]);
  });

  it('that goes back to the accepted one withdraws the newer one, and its unread news', async () => {
    const id = await tell();
    const told = () => world.database.prisma.news.count({ where: { storyId: id, kind: 'correction' } });
    await accept(id, ana);
    await world.database.prisma.news.deleteMany({ where: { storyId: id } });
    await explain(ana, id, 'camión');
    expect([(await receive(id)).length, await told()]).toEqual([1, 1]);
    expect(await explain(ana, id)).toBe('applied');
    expect([(await receive(id)).length, await told()]).toEqual([0, 0]);
    expect(await read(id)).toMatchObject([{ explanation: 'autobús' }]);
  });

  it('stays visible to an author who mutes its user, but to no other viewer who mutes or blocks them', async () => {
    const id = await tell();
    const [ida, bea] = [await world.addUser('ida2'), await world.addUser('bea')];
    await accept(id, ida);
    for (const viewer of [author, bea]) await world.callAs(viewer).blocks.mute({ userId: ida.id });
    const [shown] = await read(id, author);
    expect(shown).toMatchObject({ word: 'guagua' });
    expect(await read(id, bea)).toEqual([]);
    expect(await read(id, beto)).toHaveLength(1);
    await world.callAs(beto).blocks.block({ userId: ida.id });
    expect(await read(id, beto)).toEqual([]);
    await remove(shown?.id ?? '', author);
    expect(await read(id)).toEqual([]);
  });
});

describe('an explanation of the author', () => {
  it('applies at once, replaces the previous one, thanks no user, and shows to others only in a public story', async () => {
    const id = await tell();
    expect(await explain(author, id, 'bus')).toBe('applied');
    await explain(author, id, 'autobús');
    expect(await read(id)).toMatchObject([{ explanation: 'autobús' }]);
    expect((await world.callAs(null).stories.byId({ id })).carers).toBeNull();
    const shared = await tell({ published: false });
    await explain(author, shared);
    const { prisma } = world.database;
    await prisma.story.update({ where: { id: shared }, data: { sharedWithId: ana.id } });
    expect(await read(shared, author)).toHaveLength(1);
    expect(await read(shared, ana)).toEqual([]);
    expect(await listed(shared, author)).toEqual([]);
    await prisma.story.update({ where: { id }, data: { hiddenAt: new Date() } });
    expect(await listed(id, author)).toEqual([]);
  });

  it('is limited for each story', async () => {
    const id = await tell();
    const { maxPerStory } = limits.explanations;
    await world.database.prisma.correction.createMany({
      data: Array.from({ length: maxPerStory }, (_, index) => ({
        id: randomUUID(),
        storyId: id,
        userId: ana.id,
        text: 'x',
        said: 'y',
        regions: ['chile'],
        headword: 'x',
        headwordKey: 'x\tx',
        startMs: index,
        endMs: 50_000,
        decidedAt: new Date(),
        state: 'accepted',
      })),
    });
    await expectRefusal(explain(author, id), 'EXPLANATIONS_TOO_MANY');
    await explain(beto, id);
    await expectRefusal(decide((await receive(id))[0]?.id ?? '', true), 'EXPLANATIONS_TOO_MANY');
  });
});
