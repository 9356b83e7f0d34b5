import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let beto: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
  beto = await test.signUp('beto');
});

const post = (procedure: string, input: object, user?: TestUser) =>
  test.app.request(`/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...user?.headers },
    body: JSON.stringify({ json: input }),
  });
const query = async (procedure: string, input: object, user?: TestUser): Promise<string> => {
  const json = encodeURIComponent(JSON.stringify({ json: input }));
  return (
    await test.app.request(`/trpc/${procedure}?input=${json}`, { headers: user?.headers ?? {} })
  ).text();
};

describe('SEC-06: the e-mail address of a commenter', () => {
  it('is in no answer to a visitor, another user or the author of the story', async () => {
    const storyId = await test.world.publishStory(ana.viewer);
    const answer = await post('comments.create', { id: randomUUID(), storyId, content: 'Qué bonito' }, beto);
    expect(await answer.text()).not.toContain('beto@');
    for (const user of [undefined, ana]) {
      const answers = await Promise.all([
        query('comments.list', { storyId }, user),
        query('stories.byId', { id: storyId }, user),
        query('stories.feed', {}, user),
        query('profiles.byUsername', { username: 'beto' }, user),
        query('profiles.byIds', { ids: [beto.viewer.id] }, user),
        query('stories.byUser', { userId: beto.viewer.id }, user),
        query('follows.followers', { userId: beto.viewer.id }, user),
      ]);
      expect(answers.join('\n')).toContain('Qué bonito');
      expect(answers.join('\n')).not.toMatch(/beto@|beto%40|"email":"beto/u);
    }
  });
});
