import type { AppRouter } from '@relato/api';
import type { CreateTRPCReact, getQueryKey as getTrpcQueryKey } from '@trpc/react-query';
import { createBatchClient } from './http-batch.ts';
import { createCallTree, createHooks, toQueryKey } from './trpc-hooks.ts';

/** The procedures of the API, with a hook for each use. */
export const trpc = createCallTree(createHooks(createBatchClient())) as Omit<
  CreateTRPCReact<AppRouter, unknown>,
  'Provider' | 'createClient'
>; // the types of tRPC for the part of it that `createHooks` is

/** Returns the key of a procedure or router in the cache. */
export const getQueryKey = ((
  node: { _def: () => { path: readonly string[] } },
  input?: unknown,
  type?: 'query',
) => toQueryKey(node._def().path, input, type)) as typeof getTrpcQueryKey; // the same keys, as a test compares
