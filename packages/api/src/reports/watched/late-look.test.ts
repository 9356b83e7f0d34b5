import { expect, it } from 'vitest';
import { useWatchedWords } from '../../testing/reports/watched-words.ts';
import { watchStory } from './jobs.ts';

const { world, watch, workOff, tell, caseOf } = useWatchedWords();

it('a slow look at an older text does not withdraw the report of a newer one', async () => {
  await watch('Insultos', ['malo']);
  const id = await tell('Era un tren');
  await workOff();
  const hasRead = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { database } = world.services;
  const { prisma } = database;
  const slowTransaction = (work: (tx: object) => Promise<void>) =>
    prisma.$transaction((tx) =>
      work(
        new Proxy(tx, {
          get: (target, name) =>
            name === '$queryRawUnsafe'
              ? async (...given: Parameters<typeof tx.$queryRawUnsafe>) => {
                  const rows = await tx.$queryRawUnsafe(...given);
                  hasRead.resolve();
                  await goOn.promise;
                  return rows;
                }
              : Reflect.get(target, name),
        }),
      ),
    );
  const slowPrisma = new Proxy(prisma, {
    get: (target, name) => (name === '$transaction' ? slowTransaction : Reflect.get(target, name)),
  });
  const older = watchStory({ database: { ...database, prisma: slowPrisma } }, { storyId: id });
  await hasRead.promise;
  await prisma.story.update({ where: { id }, data: { title: 'Un hombre malo' } });
  let isOver = false;
  const newer = workOff().finally(() => (isOver = true));
  const countWaiting = async () =>
    (await prisma.$queryRaw<unknown[]>`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)
      .length;
  await expect.poll(async () => isOver || (await countWaiting()) > 0).toBe(true);
  goOn.resolve();
  await Promise.all([older, newer]);
  expect(await caseOf(id)).toMatchObject({ watched: [{ word: 'malo', field: 'title' }] });
});
