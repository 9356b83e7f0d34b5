import { limits } from '@relato/contract';
import { getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError, type AnyTRPCProcedure } from '@trpc/server';
import { getHTTPStatusCode } from '@trpc/server/http';
import { appRouter } from '../app-router.ts';
import type { Context } from './context.ts';
import { isShared } from './shared-reads.ts';
import { transformer } from './transformer.ts';

/** The calls of a request, all queries or all mutations, as tRPC's clients send them. */
export interface Calls {
  readonly type: 'query' | 'mutation';
  readonly isBatch: boolean;
  readonly calls: readonly Call[];
}

interface Call {
  readonly path: string;
  readonly procedure: AnyTRPCProcedure;
  /** Throws if the input is malformed. */
  readonly getInput: () => unknown;
}

/** The mutations of a request whose body is not read yet. */
export interface Mutations {
  readonly isBatch: boolean;
  readonly calls: readonly Omit<Call, 'getInput'>[];
}

export interface CallsAnswer {
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
/** Every procedure by its path. The type of the procedures is a tree; at run time it is flat. */
const procedures = new Map(
  Object.entries(definition.procedures as unknown as Readonly<Record<string, AnyTRPCProcedure>>),
);

/**
 * Reads the queries in a URL, if they all exist and are written as tRPC's clients write them. `paths` is the part of the
 * path that names them. Returns null for anything else: tRPC's own adapter says what is wrong with it.
 */
export function readQueries(paths: string, parameters: URLSearchParams): Calls | null {
  const text = parameters.get('input');
  const isBatch = parameters.get('batch') === '1';
  if (parameters.size !== Number(isBatch) + Number(text !== null)) return null;
  const calls = findCalls('query', paths, isBatch);
  const inputs = calls && readInputs(text, isBatch, calls.length);
  if (!inputs) return null;
  return {
    type: 'query',
    isBatch,
    calls: calls.map(({ path, procedure }, index) => ({ path, procedure, getInput: () => inputs[index] })),
  };
}

/** Reads the mutations in a URL as `readQueries` does. Their inputs are in the body. */
export function readMutations(paths: string, parameters: URLSearchParams): Mutations | null {
  const isBatch = parameters.get('batch') === '1';
  if (parameters.size !== Number(isBatch)) return null;
  const calls = findCalls('mutation', paths, isBatch);
  return calls && { isBatch, calls };
}

/** Adds the inputs of a body. A malformed one is the error of each call, which counts against its limits first. */
export function withBody({ isBatch, calls }: Mutations, body: string): Calls {
  const inputs = readInputs(body, isBatch, calls.length);
  const getInput = (index: number): unknown => {
    if (!inputs) throw new TRPCError({ code: 'BAD_REQUEST' });
    return inputs[index];
  };
  return {
    type: 'mutation',
    isBatch,
    calls: calls.map(({ path, procedure }, index) => ({ path, procedure, getInput: () => getInput(index) })),
  };
}

function findCalls(type: Calls['type'], paths: string, isBatch: boolean): Mutations['calls'] | null {
  const names = paths.split(',');
  if (names.length > (isBatch ? limits.batch.maxCalls : 1)) return null;
  const calls = names.flatMap((path) => {
    const procedure = procedures.get(path);
    return procedure?._def.type === type ? [{ path, procedure }] : [];
  });
  return calls.length === names.length ? calls : null;
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
 * Answers calls with the bytes that tRPC's adapter would send, without its Request, Headers and Response, which cost
 * more than most queries. They run at the same time; what fails is an error in the place of its result.
 */
export async function answerCalls(
  { type, isBatch, calls }: Calls,
  createContext: () => Promise<Context>,
): Promise<CallsAnswer> {
  const context = await createContext().catch(getTRPCErrorFromUnknown);
  const answered = await Promise.all(
    calls.map((call, index) => answerCall(call, { type, batchIndex: index, context })),
  );
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

interface CallOptions {
  readonly type: Calls['type'];
  readonly batchIndex: number;
  readonly context: Context | TRPCError;
}

async function answerCall(
  { path, procedure, getInput }: Call,
  { type, batchIndex, context }: CallOptions,
): Promise<Answered> {
  try {
    if (context instanceof Error) throw context;
    const getRawInput = async () => getInput();
    const data: unknown = await procedure({
      ctx: context,
      getRawInput,
      path,
      type,
      signal: undefined,
      batchIndex,
    });
    return { text: `{"result":{"data":${toText(data)}}}`, shape: { result: { data } }, error: null };
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    const ctx = context instanceof Error ? undefined : context;
    const shape = getTRPCErrorShape({ config: definition._config, error, type, path, input: undefined, ctx });
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
