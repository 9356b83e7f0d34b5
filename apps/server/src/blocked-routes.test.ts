import { randomUUID } from 'node:crypto';
import type { StoryId } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { routePolicies } from './route-policies.ts';
import { readErrorCodes } from './testing/error-codes.ts';
import { useTestApp, type TestUser } from './testing/test-app.ts';

const test = useTestApp();
let [ana, beto, other]: TestUser[] = [];
let stories: readonly [byAna: StoryId, byBeto: StoryId];
beforeAll(async () => {
  [ana, beto, other] = [await test.signUp('ana'), await test.signUp('beto'), await test.signUp('otra')];
  const told = { transcript: 'Había una vez' };
  stories = [
    await test.world.publishStory(ana.viewer, told),
    await test.world.publishStory(beto.viewer, told),
  ];
  await test.world.makeMp3s();
  await test.world.callAs(ana.viewer).blocks.block({ userId: beto.viewer.id });
});

const withoutSession = 'The route never reads the session, so it cannot know who is blocked.';
const own = 'The route gives callers only what belongs to them.';
const impersonal = 'The route shows nothing of any other user.';

/**
 * `gone` if the route hides a story when its author and the caller have blocked each other in either direction. Otherwise
 * the reason why the route shows it.
 */
const rows: Readonly<Record<keyof typeof routePolicies, string>> = {
  'ALL /trpc/*': 'Each procedure has its own row.',
  'GET /audio/:storyId': 'gone',
  'GET /transcript/:file': 'gone',
  'GET /feed/:file': withoutSession,
  'GET /preview/:file': withoutSession,
  'GET /u/:username/feed.xml': withoutSession,
  'GET /embed/:storyId': withoutSession,
  'GET /oembed': withoutSession,
  'GET /photo/:file': withoutSession,
  'GET /tema/:tag/feed.xml': withoutSession,
  'GET /robots.txt': withoutSession,
  'GET /sitemap.xml': withoutSession,
  'GET /legal/:page': withoutSession,
  'GET /privacidad': withoutSession,
  'GET /sitemap/:file': withoutSession,
  'GET /*': 'The page is the same for every caller; its first data come from the procedures.',
  'POST /upload': own,
  'GET /upload/:id': own,
  'PATCH /upload/:id': own,
  'GET /export': own,
  'GET /auth/:provider': impersonal,
  'GET /auth/:provider/callback': impersonal,
  'POST /compartir': impersonal,
  'POST /baja': impersonal,
  'GET /livez': impersonal,
  'GET /readyz': impersonal,
  'GET /metrics': impersonal,
};

function toAddress(path: string, id: StoryId, username: string): string {
  const file: Readonly<Record<string, string>> = {
    '/transcript/:file': `${id}.txt`,
    '/feed/:file': `${id}.mp3`,
    '/preview/:file': `${id}.png`,
    '/sitemap/:file': '2026-01-01.xml',
  };
  return path
    .replace(':file', file[path] ?? '')
    .replace(':storyId', id)
    .replace(':username', username)
    .replace(':provider', 'google')
    .replace(':id', randomUUID())
    .replace('*', `home?story=${id}`)
    .replace('/oembed', `/oembed?url=${encodeURIComponent(`http://relato.test/home?story=${id}`)}`);
}

describe('a block', () => {
  it.each(Object.entries(rows))('%s: %s', async (route, row) => {
    const [method = '', path = ''] = route.split(' ');
    const ask = async (user: TestUser | undefined, author: TestUser | undefined) => {
      const id = author === ana ? stories[0] : stories[1];
      const address = toAddress(path, id, author?.username ?? '');
      const answer = await test.app.request(address, {
        method: method === 'ALL' ? 'GET' : method,
        headers: user?.headers ?? {},
      });
      await answer.body?.cancel();
      return answer.status;
    };
    const isGone = row === 'gone';
    for (const [blocked, author] of [[beto, ana] as const, [ana, beto] as const]) {
      const usual = await ask(other, author);
      expect([usual, await ask(blocked, author)]).toEqual(isGone ? [200, 404] : [usual, usual]);
      // A block cannot apply to a visitor.
      expect((await ask(undefined, author)) === 200 || !isGone).toBe(true);
    }
  });

  it('applies to exactly the affected calls of a batch', async () => {
    const [story] = stories;
    const send = async (calls: Readonly<Record<string, object>>, method: 'GET' | 'POST') => {
      const inputs = Object.fromEntries(Object.values(calls).map((json, index) => [index, { json }]));
      const body = JSON.stringify(inputs);
      const query = method === 'GET' ? `&input=${encodeURIComponent(body)}` : '';
      const answer = await test.app.request(`/trpc/${Object.keys(calls).join(',')}?batch=1${query}`, {
        method,
        headers: { ...beto?.headers, 'content-type': 'application/json' },
        ...(method === 'POST' && { body }),
      });
      return readErrorCodes(answer);
    };
    const written = {
      'stories.vote': { id: story, direction: 'up' },
      'comments.create': { id: randomUUID(), storyId: story, content: 'Hola' },
      'follows.follow': { userId: ana?.viewer.id },
      'blocks.muteWord': { word: 'lluvia' },
    };
    expect(await send(written, 'POST')).toEqual([
      'STORY_NOT_FOUND',
      'STORY_NOT_FOUND',
      'PROFILE_UNAVAILABLE',
    ]);
    expect(await test.world.callAs(beto?.viewer ?? null).blocks.words()).toEqual(['lluvia']);
    const read = {
      'settings.public': {},
      'stories.byId': { id: story },
      'profiles.byUsername': { username: 'ana' },
    };
    expect(await send(read, 'GET')).toEqual(['STORY_NOT_FOUND', 'PROFILE_UNAVAILABLE']);
  });
});
