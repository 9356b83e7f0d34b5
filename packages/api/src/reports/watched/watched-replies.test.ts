import { describe, expect, it } from 'vitest';
import { useWatchedWords } from '../../testing/reports/watched-words.ts';
import { watchStory } from './jobs.ts';

const { world, cast, as, watch, workOff, say, caseOf } = useWatchedWords();
/** The time that a busy machine may take. */
const patience = { timeout: 20_000 };

describe('a watched word in a reply', () => {
  it('is found in public replies, as soon as they are public, until they are removed', async () => {
    const originId = await world.publishStory(cast.ana);
    await watch('Insultos', ['malo']);
    const [open, waiting] = [
      await say(originId, 'Era malo'),
      await say(originId, 'Era malo', { isLetIn: false }),
    ];
    expect(await workOff()).toEqual([open]);
    expect(await caseOf(open)).toMatchObject({ watched: [{ word: 'malo' }] });
    await as(cast.ana).stories.letIn({ id: waiting });
    expect(await workOff()).toEqual([waiting]);
    expect(await caseOf(waiting)).toBeDefined();
    await as(cast.ana).stories.leaveThread({ id: waiting });
    await as(cast.ana).stories.delete({ id: originId });
    for (const id of [open, waiting]) expect(await caseOf(id)).toBeUndefined();
  });

  it('is searched in the changes of a reply after its story returns', async () => {
    await watch('Insultos', ['malo']);
    const originId = await world.publishStory(cast.ana);
    const id = await say(originId, 'Era bueno');
    await say(originId, 'Era bueno', { isLetIn: false });
    await say(originId, 'Era bueno', { hiddenAt: new Date() });
    const ways = [
      [
        () => as(cast.ana).stories.unpublish({ id: originId }),
        () => as(cast.ana).stories.publish({ id: originId }),
      ],
      [
        () => as(cast.moderator).stories.hide({ id: originId, reason: 'Spam' }),
        () => as(cast.moderator).stories.restore({ id: originId, reason: 'Error' }),
      ],
    ] as const;
    for (const [takeAway, bringBack] of ways) {
      await takeAway();
      await as(cast.author).stories.update({ id, transcript: 'Era malo' });
      await workOff();
      expect(await caseOf(id)).toBeUndefined();
      await bringBack();
      expect((await workOff()).toSorted()).toEqual([id, originId].toSorted());
      expect(await caseOf(id)).toMatchObject({ watched: [{ word: 'malo' }] });
      // Decided on unseen, it would not be looked for again.
      await takeAway();
      expect(await caseOf(id)).toBeUndefined();
      await bringBack();
      await workOff();
      expect(await caseOf(id)).toBeDefined();
      // One job is enough, however often the story disappears and returns.
      await takeAway();
      await bringBack();
      await takeAway();
      await as(cast.author).stories.update({ id, transcript: 'Era bueno' });
      await bringBack();
      expect((await workOff()).toSorted()).toEqual([id, originId].toSorted());
      expect(await caseOf(id)).toBeUndefined();
    }
  });

  it('is not reported if the story of the reply is unpublished at the same moment', async () => {
    const originId = await world.publishStory(cast.ana);
    await watch('Insultos', ['malo']);
    const id = await say(originId, 'Era malo');
    const working: Promise<unknown>[] = [];
    await world.database.prisma.$transaction(async (tx) => {
      await tx.story.update({ where: { id: originId }, data: { published: false } });
      working.push(watchStory(world.services, { storyId: id }));
      await expect.poll(() => world.countBlocked(), patience).toBe(1);
    }, patience);
    await Promise.all(working);
    expect(await caseOf(id)).toBeUndefined();
  });
});
