import { serverLimits, userId } from '@relato/contract';
import { expect, it } from 'vitest';
import { useToldStory } from '../testing/news/told-story.ts';
import { queueDigests } from './digest-jobs.ts';

const { world, ana, luis, eva, as } = useToldStory();

it('a digest names the stories that are older than many with a muted word', async () => {
  const { prisma } = world.database;
  await as(ana).news.setSettings({ digest: 'daily', timeZone: 'Europe/Madrid' });
  await prisma.$executeRaw`UPDATE news_settings SET digested_at = digested_at - interval '1 second'`;
  for (const { id } of [eva, luis]) await as(ana).follows.follow({ userId: userId.parse(id) });
  await as(ana).blocks.muteWord({ word: 'fútbol' });
  await world.publishStory(luis, { title: 'El mar' });
  for (let count = 0; count < serverLimits.digest.maxStories; count += 1)
    await world.publishStory(eva, { title: `Fútbol ${count}` });
  await prisma.$executeRaw`
    UPDATE news_settings SET digest_due_at = clock_timestamp() WHERE user_id = ${ana.id}::uuid`;
  await queueDigests(world.services);
  const mails = (await world.readMails()).filter(({ to }) => to === ana.email);
  expect(mails).toMatchObject([{ text: expect.stringContaining('El mar') }]);
  expect(mails).not.toMatchObject([{ text: expect.stringContaining('Fútbol') }]);
});
