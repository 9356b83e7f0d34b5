import { storyId, type StoryId } from '@relato/contract';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerQueries, readQueries } from './answer-queries.ts';
import { appRouter } from '../app-router.ts';
import type { Context, Viewer } from './context.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');
let published: StoryId;
beforeAll(async () => {
  published = await world.publishStory(ana, { tags: ['humor'] });
});

const toContext = (viewer: Viewer | null): Context => ({
  services: { ...world.services, rateLimiter: createRateLimiter(world.database) },
  viewer,
  session: viewer && { token: '', expiresAt: new Date(0) },
  request: {
    id: 'a request',
    userAgent: null,
    deviceToken: null,
    signUpProof: null,
    writtenAtMs: null,
    network: '192.0.2.1',
    wideNetwork: null,
  },
  setCookie: () => {},
});

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function askTrpc(url: URL, createContext: () => Promise<Context>): Promise<Answer> {
  const answer = await fetchRequestHandler({
    endpoint: '/trpc',
    req: new Request(url),
    router: appRouter,
    createContext,
    maxBatchSize: 10,
  });
  return { status: answer.status, text: await answer.text() };
}

const toUrl = (paths: string, parameters: Readonly<Record<string, string>> = {}): URL =>
  new URL(`http://relato.test/trpc/${paths}?${new URLSearchParams(parameters).toString()}`);

const missing = storyId.parse('00000000-0000-4000-8000-000000000000');
const json = (input: unknown): string => JSON.stringify({ json: input });
const batch = (inputs: Readonly<Record<number, unknown>>) => ({
  batch: '1',
  input: JSON.stringify(
    Object.fromEntries(Object.entries(inputs).map(([index, input]) => [index, { json: input }])),
  ),
});

const failToCreate = () => Promise.reject(new Error('secret'));

describe("the answer to queries has the same bytes as that of tRPC's adapter", () => {
  it.each<[string, () => URL, (() => Viewer)?]>([
    ['one query', () => toUrl('settings.public')],
    ['one with an empty input', () => toUrl('account.session', { input: '' })],
    [
      'a batch',
      () => toUrl('settings.public,stories.feed,comments.list', batch({ 1: {}, 2: { storyId: published } })),
    ],
    ['a batch with inputs of other calls', () => toUrl('stories.feed', batch({ 0: {}, 1: {}, 7: {} }))],
    [
      'an annotated input',
      () =>
        toUrl('stories.feed', {
          input: '{"json":{"cursor":null},"meta":{"values":{"cursor":["undefined"]}}}',
        }),
    ],
    ['a session', () => toUrl('stories.mine,account.session', batch({ 0: {} })), () => ana],
    ['no result', () => toUrl('stories.byId', { input: json({ id: missing }) })],
    ['an invalid input', () => toUrl('stories.byId', { input: json({ id: 7 }) })],
    ['a refused caller', () => toUrl('users.list', { input: json({}) }), () => ana],
    ['results and errors', () => toUrl('stories.mine,settings.public,admin.stats', { batch: '1' })],
  ])('%s', async (_case, makeUrl, getViewer) => {
    const url = makeUrl();
    const createContext = async () => toContext(getViewer?.() ?? null);
    const queries = readQueries(url.pathname.slice('/trpc/'.length), url.searchParams);
    if (!queries) throw new Error('The queries are not plain');
    const { status, text } = await answerQueries(queries, createContext);
    expect({ status, text }).toEqual(await askTrpc(url, createContext));
  });

  it('a context that cannot be created', async () => {
    const url = toUrl('settings.public,stories.feed', { batch: '1' });
    const queries = readQueries('settings.public,stories.feed', url.searchParams);
    if (!queries) throw new Error('The queries are not plain');
    const { status, text, errors } = await answerQueries(queries, failToCreate);
    expect({ status, text }).toEqual(await askTrpc(url, failToCreate));
    expect(errors.map(({ path, error }) => [path, error.code])).toEqual([
      ['settings.public', 'INTERNAL_SERVER_ERROR'],
      ['stories.feed', 'INTERNAL_SERVER_ERROR'],
    ]);
  });
});

describe("requests that no client of ours sends are left to tRPC's adapter", () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['an unknown procedure', 'nothing.here', {}],
    ['a mutation', 'account.signOut', {}],
    ['a mutation in a batch', 'settings.public,account.signOut', { batch: '1' }],
    ['too many calls', Array.from({ length: 11 }, () => 'settings.public').join(','), { batch: '1' }],
    ['a batch without calls', '', { batch: '1' }],
    ['an input that is no JSON', 'stories.feed', { input: '{' }],
    [
      'an input that SEC-43 refuses',
      'stories.feed',
      { input: '{"json":{"cursor":1},"meta":{"values":{"cursor":["map"]}}}' },
    ],
    ['another batch', 'stories.feed', { batch: '2', input: json({}) }],
    ['other parameters', 'stories.feed', { input: json({}), connectionParams: '{}' }],
  ])('%s', (_case, paths, parameters) => {
    expect(readQueries(paths, new URLSearchParams(parameters))).toBeNull();
  });

  it('two inputs', () => {
    expect(readQueries('stories.feed', new URLSearchParams('input=%7B%7D&input=%7B%7D'))).toBeNull();
  });
});
