import { firstDataId, type FirstData } from '@relato/contract/first-data';
import { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { transformer, trpc } from '../lib/calls/trpc.ts';
import { takeFirstData } from './first-data.ts';

const createdAt = new Date('2099-05-01T10:00:00Z');
const toAnswer = (output: unknown) => ({ result: { data: transformer.serialize(output) } });
const page = { items: [{ id: 'a', createdAt }], nextCursor: null };
const filter = { search: '', tags: [] };

const data: readonly FirstData[] = [
  {
    calls: [
      { path: 'account.session', type: 'query' },
      { path: 'stories.feed', input: filter, type: 'query' },
      { path: 'comments.list', input: { storyId: 'a' }, type: 'infinite' },
    ],
    answers: [toAnswer(null), toAnswer(page), toAnswer(page)],
  },
  {
    calls: [{ path: 'stories.byId', input: { id: 'b' }, type: 'query' }],
    answers: [{ error: { json: {} } }],
  },
];

/** Returns the cache of a page that holds this text, requested an hour before. */
function take(textContent: string, sessionChangedMs = 0): QueryClient {
  const remove = vi.fn<() => void>();
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id === firstDataId ? { textContent, remove } : null),
  });
  vi.stubGlobal('localStorage', { getItem: () => String(sessionChangedMs) });
  const queryClient = new QueryClient();
  takeFirstData(queryClient);
  expect(remove).toHaveBeenCalledOnce();
  return queryClient;
}

const count = (queryClient: QueryClient) => queryClient.getQueryCache().getAll().length;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the data of the page', () => {
  it('are cached under the keys of the hooks, in the form that the screens use', () => {
    const queryClient = take(JSON.stringify(data));
    const get = (key: readonly unknown[]) => queryClient.getQueryData(key);
    expect(get(getQueryKey(trpc.account.session, undefined, 'query'))).toBeNull();
    expect(get(getQueryKey(trpc.stories.feed, filter, 'query'))).toEqual({
      ...page,
      headIds: ['a'],
      pageBreaks: [],
      awaitedIds: [],
    });
    expect(get(getQueryKey(trpc.comments.list, { storyId: 'a' }, 'infinite'))).toEqual({
      pages: [page],
      pageParams: [null],
    });
  });

  it('omit answers that are errors, so that the screen fetches them', () => {
    const queryClient = take(JSON.stringify(data));
    expect(queryClient.getQueryData(getQueryKey(trpc.stories.byId, { id: 'b' }, 'query'))).toBeUndefined();
    expect(count(queryClient)).toBe(3);
  });

  it('are not shown if another tab has signed in or out since the page was requested', () => {
    vi.spyOn(performance, 'now').mockReturnValue(60_000);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now);
    const requestedAt = now - 60_000;
    expect(count(take(JSON.stringify(data), requestedAt + 5_000))).toBe(0);
    expect(count(take(JSON.stringify(data), requestedAt - 5_000))).toBe(3);
  });

  it('are ignored if they cannot be read', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(count(take('<p>a proxy'))).toBe(0);
    expect(count(take('[{"calls":[{"path":"a.b","type":"query"}]}]'))).toBe(0);
    expect(warn).toHaveBeenCalledTimes(2);
  });
});

describe('a page without data', () => {
  const session = { user: { id: 'u1', username: 'ana' }, expiresAt: createdAt };
  const open = (dataset: object, onLine = true) => {
    vi.stubGlobal('navigator', { onLine });
    vi.stubGlobal('document', { getElementById: () => null, documentElement: { dataset } });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) =>
        key === 'relato.session' ? JSON.stringify(transformer.serialize(session)) : null,
    });
    const queryClient = new QueryClient();
    takeFirstData(queryClient);
    return queryClient.getQueryState(getQueryKey(trpc.account.session, undefined, 'query'));
  };

  it('from the store shows the last user until the server answers', () => {
    expect(open({ stored: '' })).toMatchObject({ data: session, dataUpdatedAt: 1 });
    expect(open({}, false)).toMatchObject({ data: session, dataUpdatedAt: 1 });
  });

  it('from the server fetches the session', () => {
    expect(open({})).toBeUndefined();
  });
});
