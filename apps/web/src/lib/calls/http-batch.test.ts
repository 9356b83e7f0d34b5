import { limits } from '@relato/contract/limits';
import { serialize } from 'superjson';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { createBatchClient } from './http-batch.ts';

interface Sent {
  readonly method: string;
  readonly paths: readonly string[];
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal | null | undefined;
}

/** Answers each request by `answer`, and returns the requests. */
function serve(answer: (sent: Sent) => unknown): readonly Sent[] {
  const requests: Sent[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, signal }: RequestInit) => {
    const url = new URL(address, 'http://relato.test');
    const inputs: unknown = JSON.parse(
      typeof body === 'string' ? body : (url.searchParams.get('input') ?? ''),
    );
    const sent = {
      method,
      paths: url.pathname.replace('/trpc/', '').split(','),
      inputs: inputs as Sent['inputs'], // as tRPC reads it
      signal,
    };
    requests.push(sent);
    return new Response(JSON.stringify(await answer(sent)));
  });
  return requests;
}

const toResult = (output: unknown) => ({ result: { data: serialize(output) } });
const at = new Date('2026-05-01T10:00:00Z');

afterEach(() => vi.unstubAllGlobals());

describe('calls of the API', () => {
  it('made together travel together, queries apart from mutations', async () => {
    const requests = serve(({ paths }) => paths.map((path) => toResult({ path, at })));
    const call = createBatchClient();
    const calls = [
      call('query', 'stories.feed', { search: 'é' }),
      call('mutation', 'stories.vote', { id: 'a' }),
      call('query', 'settings.public', undefined),
    ];
    expect(await Promise.all(calls)).toEqual([
      { path: 'stories.feed', at },
      { path: 'stories.vote', at },
      { path: 'settings.public', at },
    ]);
    expect(requests.map(({ method, paths, inputs }) => ({ method, paths, inputs }))).toEqual([
      {
        method: 'GET',
        paths: ['stories.feed', 'settings.public'],
        inputs: { 0: { json: { search: 'é' } }, 1: {} },
      },
      { method: 'POST', paths: ['stories.vote'], inputs: { 0: { json: { id: 'a' } } } },
    ]);
  });

  it('travel in as many batches as the server demands', async () => {
    const requests = serve(({ paths }) => paths.map(() => toResult(null)));
    const call = createBatchClient();
    const count = limits.batch.maxCalls + 1;
    await Promise.all(Array.from({ length: count }, () => call('query', 'a.b', undefined)));
    expect(requests.map(({ paths }) => paths.length)).toEqual([limits.batch.maxCalls, 1]);
  });

  it('fail each by itself, with what the server says', async () => {
    const data = { errorCode: 'STORY_NOT_FOUND', httpStatus: 404 };
    serve(() => [toResult('fine'), { error: serialize({ message: 'STORY_NOT_FOUND', data }) }]);
    const call = createBatchClient();
    const [first, second] = await Promise.allSettled([call('query', 'a.b', 1), call('query', 'a.c', 2)]);
    expect(first).toEqual({ status: 'fulfilled', value: 'fine' });
    expect(second).toMatchObject({ reason: { name: 'CallError', message: 'STORY_NOT_FOUND', data } });
  });

  it.each<[string, () => unknown]>([
    ['is no JSON', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is of a proxy', () => 'Bad Gateway'],
    ['is too short', () => []],
    ['is empty', () => [null]],
  ])('fail without data if the answer %s', async (_what, answer) => {
    serve(answer);
    const failure: unknown = await createBatchClient()('query', 'a.b', null).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallError);
    expect(failure).toMatchObject({ data: undefined });
  });

  it('are aborted when nobody waits for any of them', async () => {
    const held = Promise.withResolvers<never>();
    const requests = serve(() => held.promise);
    const [one, other] = [new AbortController(), new AbortController()];
    const call = createBatchClient();
    void call('query', 'a.b', null, one.signal).catch(() => null);
    void call('query', 'a.c', null, other.signal).catch(() => null);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    one.abort();
    expect(requests[0]?.signal?.aborted).toBe(false);
    other.abort();
    expect(requests[0]?.signal?.aborted).toBe(true);
  });
});
