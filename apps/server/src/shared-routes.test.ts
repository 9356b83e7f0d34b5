import type { StoryId } from '@relato/contract';
import { createQuestion } from '@relato/db/testing/factories';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from './testing/test-app.ts';

const test = useTestApp();
let [asker, author, other]: TestUser[] = [];
let id: StoryId;
beforeAll(async () => {
  [asker, author, other] = [await test.signUp('ana'), await test.signUp('beto'), await test.signUp('otra')];
  const { prisma } = test.world.database;
  id = await test.world.publishStory(author.viewer, { title: 'Solo tuya', transcript: 'Había una vez' });
  await test.world.makeMp3s();
  const questionId = await createQuestion(prisma, { userId: asker.viewer.id });
  await prisma.story.update({ where: { id }, data: { questionId } });
  await test.world.callAs(author.viewer).stories.share({ id });
});

const ask = async (path: string, user: TestUser | undefined) => {
  const answer = await test.app.request(path, { headers: user?.headers ?? {} });
  return { status: answer.status, cache: answer.headers.get('cache-control'), text: await answer.text() };
};

/** Every route that shows a story. Only the first two identify the caller. */
const routes = [
  ['/audio/:id', 200],
  ['/transcript/:id.txt', 200],
  ['/feed/:id.mp3', 404],
  ['/preview/:id.png', 404],
  ['/embed/:id', 404],
  [`/oembed?url=${encodeURIComponent('http://relato.test/home?story=')}:id`, 404],
] as const;

describe('a story that is shared with one user', () => {
  it.each(routes)('%s', async (route, status) => {
    const path = route.replace(':id', id);
    const answer = await ask(path, asker);
    // No cache may keep the answer.
    expect([answer.status, answer.cache]).toEqual([status, status === 200 ? 'no-store' : answer.cache]);
    for (const user of [other, undefined]) expect((await ask(path, user)).status).toBe(404);
  });

  it('appears in no list for programs', async () => {
    for (const path of ['/u/beto/feed.xml', '/sitemap.xml'])
      for (const user of [asker, other, undefined]) {
        const { text } = await ask(path, user);
        for (const sign of ['Solo tuya', id]) expect(text).not.toContain(sign);
      }
  });
});
