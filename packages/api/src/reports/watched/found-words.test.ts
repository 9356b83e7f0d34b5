import type { StoryId } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import { useWatchedWords } from '../../testing/reports/watched-words.ts';
import { forgetReported } from '../jobs.ts';
import { watchStory } from './jobs.ts';

const { world, cast, as, report, assign, watch, workOff, tell, caseOf, dismiss } = useWatchedWords();

describe('a watched word that was found', () => {
  it('does not return after a moderator has dismissed it, unless the words around it change', async () => {
    await watch('Insultos', ['malo']);
    const id = await tell('Un perro malo y viejo');
    await workOff();
    await watchStory(world.services, { storyId: id });
    expect((await caseOf(id))?.reportsCount).toBe(1);
    await dismiss(id);
    await as(cast.author).stories.update({ id, title: 'Mi perro' });
    await workOff();
    expect(await caseOf(id)).toBeUndefined();
    await as(cast.author).stories.update({ id, transcript: 'Un vecino malo y viejo' });
    await workOff();
    expect(await caseOf(id)).toMatchObject({
      status: 'pending',
      reportsCount: 1,
      watched: [{ word: 'malo' }],
    });
  });

  it('no longer counts once it was dismissed', async () => {
    await watch('Grave', ['malo']);
    await watch('Leve', ['feo'], 4);
    const id = await tell('Un perro malo y viejo');
    await workOff();
    await dismiss(id);
    await as(cast.author).stories.update({ id, title: 'Feo' });
    await workOff();
    expect(await caseOf(id)).toBeUndefined();
  });

  it('returns with a story that is published again', async () => {
    await watch('Insultos', ['malo']);
    const id = await tell('Un perro malo');
    await workOff();
    await report(cast.ana, id);
    await as(cast.author).stories.unpublish({ id });
    expect(await caseOf(id)).toMatchObject({ reasons: [{ reason: 'spam' }], watched: [] });
    await dismiss(id);
    await as(cast.author).stories.publish({ id });
    await workOff();
    expect(await caseOf(id)).toMatchObject({ reasons: [{ reason: 'watched' }], watched: [{ word: 'malo' }] });
  });

  it.each([
    ['takes the story back', (id: StoryId) => as(cast.author).stories.unpublish({ id })],
    [
      'changes the words',
      async (id: StoryId) => {
        await as(cast.author).stories.update({ id, transcript: 'Un perro' });
        await workOff();
      },
    ],
    ['deletes the story', (id: StoryId) => world.database.prisma.story.delete({ where: { id } })],
  ])('is withdrawn when its author %s, also in a review', async (_, change) => {
    await watch('Insultos', ['malo']);
    for (const isInReview of [false, true]) {
      const id = await tell('Un perro malo');
      await workOff();
      if (isInReview) await assign(cast.moderator, id);
      const { id: report } = await world.database.prisma.report.findFirstOrThrow({ where: { storyId: id } });
      await change(id);
      expect(await world.database.prisma.report.count({ where: { id: report } })).toBe(0);
    }
  });

  it('is not reported if the story was unpublished meanwhile', async () => {
    await watch('Insultos', ['malo']);
    const id = await tell('Un perro malo');
    const { prisma } = world.database;
    const $transaction = async (work: () => Promise<void>) => {
      await as(cast.author).stories.unpublish({ id });
      return prisma.$transaction(work);
    };
    const late = Object.create(prisma, { $transaction: { value: $transaction } }) as typeof prisma; // with one more step
    await watchStory({ database: { ...world.database, prisma: late } }, { storyId: id });
    expect(await prisma.report.count({ where: { storyId: id } })).toBe(0);
  });

  it('is deleted with the decision and with the story, and not visible before that', async () => {
    const { prisma } = world.database;
    await watch('Insultos', ['malo']);
    const id = await tell('Un perro malo');
    await workOff();
    await dismiss(id);
    const { items } = await as(cast.moderator).reports.queue({ status: 'dismissed' });
    expect(items.find(({ story }) => story.id === id)).toMatchObject({ watched: [], places: [] });
    const kept = () =>
      prisma.$queryRaw`SELECT watched, cardinality(watched_keys) AS keys FROM reports WHERE id = ${report}::uuid`;
    const { id: report } = await prisma.report.findFirstOrThrow({ where: { storyId: id } });
    await forgetReported(world.services);
    expect(await kept()).toEqual([{ watched: null, keys: 1 }]);
    await prisma.story.delete({ where: { id } });
    await forgetReported(world.services);
    expect(await kept()).toEqual([{ watched: null, keys: 0 }]);
  });
});
