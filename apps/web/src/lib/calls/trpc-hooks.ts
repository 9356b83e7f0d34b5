import {
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  usePrefetchInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CallProcedure } from './http-batch.ts';

// What the app uses of @trpc/react-query, with its types (trpc.ts) and its keys. The whole of it, with the client that
// it needs, would be a twentieth of the first load.

type Path = readonly string[];
type Options = Readonly<Record<string, unknown>>;
type KeyType = 'query' | 'infinite' | 'any';

/** The key of a procedure's answers in the cache; without an input or type, the start of several keys. */
export function toQueryKey(path: Path, input?: unknown, type: KeyType = 'any'): QueryKey {
  if (input === undefined && type === 'any') return [path];
  return [path, { ...(input !== undefined && { input }), ...(type !== 'any' && { type }) }];
}

/** Returns an object whose members call `run` with their path and arguments, however deep they are. */
export function createCallTree(
  run: (path: Path, args: readonly unknown[]) => unknown,
  path: Path = [],
): unknown {
  const known = new Map<string, unknown>();
  return new Proxy(() => {}, {
    get: (_target, name) => {
      // A promise would be asked for `then`.
      if (typeof name !== 'string' || name === 'then') return undefined;
      if (!known.has(name)) known.set(name, createCallTree(run, [...path, name]));
      return known.get(name);
    },
    apply: (_target, _self, args: unknown[]) => run(path, args),
  });
}

const split = (path: Path): [Path, string] => [path.slice(0, -1), path.at(-1) ?? ''];

/** The hooks of procedures: `stories.feed.useQuery(input, options)`. */
export function createHooks(call: CallProcedure): (path: Path, args: readonly unknown[]) => unknown {
  const toPage =
    (path: Path, input: unknown) =>
    ({ pageParam: cursor }: { readonly pageParam: unknown }) =>
      call('query', path.join('.'), { ...(input as Options), cursor }); // the input of a list

  return (hookPath, args) => {
    const [path, hook] = split(hookPath);
    const [input, options] = args as [unknown, Options | undefined]; // as the types of trpc.ts demand
    const infinite = {
      ...options,
      queryKey: toQueryKey(path, input, 'infinite'),
      queryFn: toPage(path, input),
      initialPageParam: null,
      getNextPageParam: (options?.getNextPageParam ?? (() => null)) as (page: unknown) => unknown,
    };
    switch (hook) {
      case 'useQuery':
        return useQuery({
          ...options,
          queryKey: toQueryKey(path, input, 'query'),
          queryFn: () => call('query', path.join('.'), input),
        });
      case 'useInfiniteQuery':
        return useInfiniteQuery(infinite);
      case 'usePrefetchInfiniteQuery':
        return usePrefetchInfiniteQuery(infinite);
      case 'useMutation':
        return useMutation({
          ...(input as Options | undefined), // a mutation has only options
          mutationKey: [path],
          mutationFn: (variables: unknown) => call('mutation', path.join('.'), variables),
        });
      case 'useUtils':
        return toUtils(call, useQueryClient());
      // Where tRPC's own functions look for the path.
      case '_def':
        return { path };
      default:
        throw new TypeError(`There is no ${hookPath.join('.')}`);
    }
  };
}

const utils = new WeakMap<QueryClient, unknown>();

/** Returns the same object on every render, as effects depend on it. */
function toUtils(call: CallProcedure, queryClient: QueryClient): unknown {
  const known = utils.get(queryClient) ?? createUtils(call, queryClient);
  utils.set(queryClient, known);
  return known;
}

/** Changes to the cache, `stories.feed.invalidate()`, and calls without it, `client.stories.feed.query(input)`. */
function createUtils(call: CallProcedure, queryClient: QueryClient): unknown {
  return createCallTree((utilPath, [input, ...rest]) => {
    const [path, util] = split(utilPath);
    const queryKey = toQueryKey(path, input, 'query');
    const infiniteKey = toQueryKey(path, input, 'infinite');
    if (path[0] === 'client') {
      const { signal } = (rest[0] ?? {}) as { readonly signal?: AbortSignal }; // the only option in use
      return call(util === 'mutate' ? 'mutation' : 'query', path.slice(1).join('.'), input, signal);
    }
    switch (util) {
      case 'invalidate':
        return queryClient.invalidateQueries({
          ...(rest[0] as Options | undefined), // filters
          queryKey: toQueryKey(path, input),
        });
      case 'cancel':
        return queryClient.cancelQueries({ queryKey: toQueryKey(path, input) });
      case 'ensureData':
        return queryClient.ensureQueryData({ queryKey, queryFn: () => call('query', path.join('.'), input) });
      case 'getData':
        return queryClient.getQueryData(queryKey);
      case 'setData':
        return queryClient.setQueryData(queryKey, rest[0]);
      case 'getInfiniteData':
        return queryClient.getQueryData(infiniteKey);
      case 'setInfiniteData':
        return queryClient.setQueryData(infiniteKey, rest[0]);
      default:
        throw new TypeError(`There is no ${utilPath.join('.')}`);
    }
  });
}
