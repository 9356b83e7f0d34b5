import { limits } from '@relato/contract';
import { createStories } from '@relato/db/testing/factories';
import { expect, it } from 'vitest';
import { useWatchedWords } from '../../testing/reports/watched-words.ts';
import { tryWatchedList } from './mutations.ts';

const { world, cast, lists } = useWatchedWords();

it('a trial stays complete when another administrator goes on with it', async () => {
  const stories = Array.from({ length: limits.watched.trial.batchSize + 5 }, () => ({
    userId: cast.author.id,
  }));
  await createStories(world.database.prisma, stories);
  const name = 'Insultos';
  await lists().saveWatchedList({ name, weight: 10, words: ['malo'] });
  const step = (goesOn: boolean) => tryWatchedList(world.services, cast.administrator, { name, goesOn }, 0);
  expect(await step(false)).toMatchObject({ isDone: false });
  const done = await step(false);
  expect(done).toMatchObject({ isDone: true });
  expect(await step(true)).toEqual(done);
  await lists().switchWatchedList({ name, isOn: true });
});
