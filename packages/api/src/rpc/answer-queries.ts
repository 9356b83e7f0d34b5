import { limits } from '@relato/contract';
import { callTRPCProcedure, getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server';
import { getHTTPStatusCode } from '@trpc/server/http';
import { appRouter, findQueryPolicy } from '../app-router.ts';
import type { Context } from './context.ts';
import type { Policy } from './enforce-policy.ts';
import { transformer } from './transformer.ts';
import { toErrorShape } from './trpc.ts';

/** The queries of a request, as tRPC's clients send them. */
export interface Queries {
  readonly isBatch: boolean;
  readonly calls: readonly Query[];
}

export interface Query {
  readonly path: string;
  readonly policy: Policy;
  readonly input: unknown;
}

interface QueriesAnswer {
  readonly status: number;
  /** The JSON of the body. */
  readonly text: string;
  readonly errors: readonly { readonly path: string; readonly error: TRPCError }[];
}

type Shape = Extract<Parameters<typeof getHTTPStatusCode>[0], readonly unknown[]>[number];

interface Answered {
  readonly text: string;
  readonly shape: Shape;
  readonly error: TRPCError | null;
}

/**
 * Reads the queries in a URL, if they all exist and have the form of tRPC's clients. `paths` is the part of the path that
 * names them. Returns null for anything else, whose errors tRPC's own adapter explains.
 */
export function readQueries(paths: string, parameters: URLSearchParams): Queries | null {
  const text = parameters.get('input');
  const isBatch = parameters.get('batch') === '1';
  if (parameters.size !== Number(isBatch) + Number(text !== null)) return null;
  const names = paths.split(',');
  if (names.length > (isBatch ? limits.batch.maxCalls : 1)) return null;
  const inputs = readInputs(text, isBatch, names.length);
  const calls = names.flatMap((path, index) => {
    const policy = findQueryPolicy(path);
    return policy ? [{ path, policy, input: inputs?.[index] }] : [];
  });
  return inputs && calls.length === names.length ? { isBatch, calls } : null;
}

/** Returns the inputs in the order of their calls, or null if they are malformed. */
function readInputs(text: string | null, isBatch: boolean, count: number): readonly unknown[] | null {
  if (text === null || text === '') return [];
  try {
    const sent: unknown = JSON.parse(text);
    if (!isBatch) return [transformer.input.deserialize(sent)];
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null;
    return Array.from({ length: count }, (_, index) => {
      const input: unknown = Object.hasOwn(sent, index) ? Reflect.get(sent, index) : undefined;
      return input === undefined ? undefined : transformer.input.deserialize(input);
    });
  } catch {
    return null;
  }
}

/**
 * Answers queries with the bytes that tRPC's adapter would send, without its Request, Headers and Response, which cost more
 * than most queries. They run concurrently; a failing one has an error in place of its result.
 */
export async function answerQueries(
  { isBatch, calls }: Queries,
  createContext: () => Promise<Context>,
): Promise<QueriesAnswer> {
  const context = await createContext().catch(getTRPCErrorFromUnknown);
  const answered = await Promise.all(calls.map((call, index) => answerQuery(call, index, context)));
  const texts = answered.map(({ text }) => text);
  return {
    status: getHTTPStatusCode(answered.map(({ shape }) => shape)),
    text: isBatch ? `[${texts.join(',')}]` : texts.join(''),
    errors: answered.flatMap(({ error }, index) =>
      error ? [{ path: calls[index]?.path ?? '', error }] : [],
    ),
  };
}

async function answerQuery(
  { path, input }: Query,
  batchIndex: number,
  context: Context | TRPCError,
): Promise<Answered> {
  try {
    if (context instanceof Error) throw context;
    const data: unknown = await callTRPCProcedure({
      router: appRouter,
      type: 'query',
      path,
      ctx: context,
      getRawInput: async () => input,
      signal: undefined,
      batchIndex,
    });
    const text = JSON.stringify(transformer.output.serialize(data));
    return { text: `{"result":{"data":${text}}}`, shape: { result: { data } }, error: null };
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    const shape = toErrorShape(error, path, context instanceof Error ? null : context.request.id);
    return {
      text: JSON.stringify({ error: transformer.output.serialize(shape) }),
      shape: { error: shape },
      error,
    };
  }
}
