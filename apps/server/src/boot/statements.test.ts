import { randomUUID } from 'node:crypto';
import type { StoryId } from '@relato/contract';
import { recordStatements } from '@relato/db/testing/statements';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../testing/test-app.ts';
import { useWebDir } from '../testing/web-dir.ts';

const webDir = useWebDir({ 'index.html': '<!doctype html><head></head><div id="app"></div>' });

const test = useTestApp(() => ({ webDir }));
let ana: TestUser;
let story: StoryId;
let bertaId: string;
beforeAll(async () => {
  ana = await test.signUp('ana');
  bertaId = (await test.world.addUser('berta')).id;
  for (const title of ['El tren', 'La lluvia', 'El mar'])
    story = await test.world.publishStory(ana.viewer, { title, tags: ['viajes'] });
});

const toInput = (input: unknown): string => encodeURIComponent(JSON.stringify({ json: input }));
const query = (path: string, input: unknown): string => `/trpc/${path}?input=${toInput(input)}`;
const firstCall = (): string => {
  const inputs = encodeURIComponent(JSON.stringify({ 0: {}, 1: {}, 2: { json: {} } }));
  return `/trpc/settings.public,account.session,stories.feed?batch=1&input=${inputs}`;
};

/** Leaves out the counts of calls, because a timer stores them once a second for all calls together. */
async function textsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const statements = await recordStatements(work);
  return statements.map(({ text }) => text).filter((text) => !text.includes('INSERT INTO rate_limits'));
}

/** Returns the statements of the second of two equal requests, because some values stay in memory after the first. */
async function statementsOf(path: string, init: RequestInit = {}): Promise<readonly string[]> {
  const warmUp = await test.app.request(path, init);
  expect(warmUp.status).toBe(200);
  await warmUp.arrayBuffer();
  return textsOf(async () => {
    const answer = await test.app.request(path, init);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  });
}

const mutation = (input: unknown): RequestInit => ({
  method: 'POST',
  headers: { ...ana.headers, 'content-type': 'application/json' },
  body: JSON.stringify({ json: input }),
});

describe('the number of statements', () => {
  const reads: readonly (readonly [name: string, path: () => string, atMost: number])[] = [
    ['a page of the feed', () => query('stories.feed', {}), 1],
    ['the feed by tag', () => query('stories.feed', { tags: ['viajes'] }), 2],
    ['a search', () => query('stories.feed', { search: 'tren' }), 4],
    ['a story', () => query('stories.byId', { id: story }), 1],
    ['the comments of a story', () => query('comments.list', { storyId: story }), 1],
    ['a profile', () => query('profiles.byUsername', { username: 'ana' }), 1],
    ['the stories of a user', () => query('stories.byUser', { userId: ana.viewer.id }), 1],
    ['the first call of the web app', firstCall, 2],
    ['the page /', () => '/', 2],
    ['the page /search', () => '/search', 2],
    ['the audio of a story', () => `/audio/${story}`, 1],
  ];

  it.each(reads)('of %s is bounded, by one more for a user, for the session', async (_name, path, atMost) => {
    const headers = { accept: 'text/html, */*' };
    expect((await statementsOf(path(), { headers })).slice(atMost)).toEqual([]);
    const ofUser = await statementsOf(path(), { headers: { ...headers, ...ana.headers } });
    expect(ofUser.slice(atMost + 1)).toEqual([]);
  });

  const writes: readonly (readonly [path: string, input: () => unknown])[] = [
    ['stories.vote', () => ({ id: story, direction: 'up' })],
    ['follows.follow', () => ({ userId: bertaId })],
    ['comments.create', () => ({ id: randomUUID(), storyId: story, content: `Qué bonita ${randomUUID()}` })],
  ];
  it.each(writes)('of %s is one, and one for the session', async (path, input) => {
    const statements = await textsOf(async () => {
      const answer = await test.app.request(`/trpc/${path}`, mutation(input()));
      expect(answer.status).toBe(200);
    });
    expect(statements.slice(2)).toEqual([]);
  });
});
