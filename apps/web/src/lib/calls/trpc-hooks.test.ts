import { getQueryKey as getTrpcQueryKey } from '@trpc/react-query';
import { describe, expect, it } from 'vitest';
import { getQueryKey, trpc } from './trpc.ts';
import { createCallTree } from './trpc-hooks.ts';

describe('the key of a procedure', () => {
  it("is that of tRPC's own hooks", () => {
    const filter = { search: 'a', tags: [] };
    expect(getQueryKey(trpc.stories)).toEqual(getTrpcQueryKey(trpc.stories));
    expect(getQueryKey(trpc.stories.feed, filter)).toEqual(getTrpcQueryKey(trpc.stories.feed, filter));
    expect(getQueryKey(trpc.stories.feed, filter, 'query')).toEqual(
      getTrpcQueryKey(trpc.stories.feed, filter, 'query'),
    );
    expect(getQueryKey(trpc.account.session, undefined, 'query')).toEqual(
      getTrpcQueryKey(trpc.account.session, undefined, 'query'),
    );
  });
});

describe('a tree of calls', () => {
  it('passes the path and the arguments on, from members that stay the same', () => {
    const tree = createCallTree((path, args) => [path.join('.'), ...args]) as {
      readonly a: { readonly b: (input: number) => unknown };
    };
    expect(tree.a.b(1)).toEqual(['a.b', 1]);
    expect(tree.a.b).toBe(tree.a.b);
  });

  it('is no promise', async () => {
    const tree = createCallTree(() => 'called');
    expect(await Promise.resolve(tree)).toBe(tree);
  });
});
