import { limits } from '@relato/contract';
import {
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type AnyTRPCProcedure,
  type TRPCError,
} from '@trpc/server';
import { getHTTPStatusCode } from '@trpc/server/http';
import { appRouter } from './app-router.ts';
import type { Context } from './context.ts';
import { isShared } from './shared-reads.ts';
import { transformer } from './transformer.ts';

/** The queries of a request, as tRPC's clients send them. */
export interface Queries {
  readonly isBatch: boolean;
  readonly calls: readonly Call[];
}

interface Call {
  readonly path: string;
  readonly procedure: AnyTRPCProcedure;
  readonly input: unknown;
}

export interface QueriesAnswer {
  readonly status: number;
  /** The JSON of the body. */
  readonly text: string;
  readonly errors: readonly { readonly path: string; readonly error: TRPCError }[];
  /** The result if it is the only one and other requests have the same. The body is then the same, too. */
  readonly shared: object | null;
}

type Shape = Parameters<typeof getHTTPStatusCode>[0];
type SingleShape = Exclude<Shape, readonly unknown[]>;

interface Answered {
  /** JSON */
  readonly text: string;
  readonly shape: SingleShape;
  readonly error: TRPCError | null;
}

const { _def: definition } = appRouter;
/** Every query by its path. The type of the procedures is a tree; at run time it is flat. */
const queries = new Map(
  Object.entries(definition.procedures as unknown as Readonly<Record<string, AnyTRPCProcedure>>).filter(
    ([, procedure]) => procedure._def.type === 'query',
  ),
);

/**
 * Reads the queries in a URL, if they all exist and are written as tRPC's clients write them. `paths` is the part of the
 * path that names them. Returns null for anything else: tRPC's own adapter says what is wrong with it.
 */
export function readQueries(paths: string, parameters: URLSearchParams): Queries | null {
  const text = parameters.get('input');
  const isBatch = parameters.get('batch') === '1';
  if (parameters.size !== Number(isBatch) + Number(text !== null)) return null;
  const names = paths.split(',');
  if (names.length > (isBatch ? limits.batch.maxCalls : 1)) return null;
  const inputs = readInputs(text, isBatch, names.length);
  if (!inputs) return null;
  const calls = names.flatMap((path, index) => {
    const procedure = queries.get(path);
    return procedure ? [{ path, procedure, input: inputs[index] }] : [];
  });
  return calls.length === names.length ? { isBatch, calls } : null;
}

/** Returns the inputs in the order of their calls, or null if they are malformed. */
function readInputs(text: string | null, isBatch: boolean, count: number): readonly unknown[] | null {
  if (!text) return [];
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
 * Answers queries with the bytes that tRPC's adapter would send, without its Request, Headers and Response, which cost
 * more than most queries. They run at the same time; what fails is an error in the place of its result.
 */
export async function answerQueries(
  { isBatch, calls }: Queries,
  createContext: () => Promise<Context>,
): Promise<QueriesAnswer> {
  const context = await createContext().catch(getTRPCErrorFromUnknown);
  const answered = await Promise.all(calls.map((call, index) => answerQuery(call, index, context)));
  const texts = answered.map(({ text }) => text);
  const [first] = answered;
  return {
    status: getHTTPStatusCode(answered.map(({ shape }) => shape)),
    text: isBatch ? `[${texts.join(',')}]` : texts.join(''),
    errors: answered.flatMap(({ error }, index) =>
      error ? [{ path: calls[index]?.path ?? '', error }] : [],
    ),
    shared: answered.length === 1 && first ? toShared(first.shape) : null,
  };
}

async function answerQuery(
  { path, procedure, input }: Call,
  batchIndex: number,
  context: Context | TRPCError,
): Promise<Answered> {
  try {
    if (context instanceof Error) throw context;
    const getRawInput = async () => input;
    const data: unknown = await procedure({
      ctx: context,
      getRawInput,
      path,
      type: 'query',
      signal: undefined,
      batchIndex,
    });
    return { text: `{"result":{"data":${toText(data)}}}`, shape: { result: { data } }, error: null };
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    const ctx = context instanceof Error ? undefined : context;
    const shape = getTRPCErrorShape({ config: definition._config, error, type: 'query', path, input, ctx });
    return {
      text: JSON.stringify({ error: transformer.output.serialize(shape) }),
      shape: { error: shape },
      error,
    };
  }
}

/** The texts of shared results. */
const texts = new WeakMap<object, string>();

function toText(data: unknown): string {
  if (!isShared(data)) return JSON.stringify(transformer.output.serialize(data));
  const text = texts.get(data) ?? JSON.stringify(transformer.output.serialize(data));
  texts.set(data, text);
  return text;
}

function toShared(shape: SingleShape): object | null {
  const data: unknown = 'result' in shape && 'data' in shape.result ? shape.result.data : null;
  return isShared(data) ? data : null;
}
