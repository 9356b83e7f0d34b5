import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { z } from 'zod';
import { appRouter, type ProcedurePath } from '../app-router.ts';
import { transformer } from '../rpc/transformer.ts';
import { hostile, toNearlyValid, toValid } from './arbitrary-input.ts';

export interface FuzzCall {
  readonly path: ProcedurePath;
  readonly type: 'query' | 'mutation';
  readonly kind: 'valid' | 'nearly valid' | 'hostile';
  /** The body: JSON, or text that should be JSON. */
  readonly body: string;
  /** True if the schema refuses the input, or the body cannot be parsed. */
  readonly isRefused: boolean;
}

export interface Procedure {
  readonly path: ProcedurePath;
  readonly type: FuzzCall['type'];
  readonly inputs: readonly z.core.$ZodType[];
}

/** Lists every procedure with its input schemas. */
export function listProcedures(): readonly Procedure[] {
  // The types of the router are a tree; at run time it is flat, and every input is a Zod schema.
  const flat = appRouter._def.procedures as unknown as Readonly<
    Record<ProcedurePath, { _def: Pick<Procedure, 'inputs'> & { readonly type: string } }>
  >;
  return Object.entries(flat).map(([path, { _def }]) => ({
    path: path as ProcedurePath, // a key of the router
    type: _def.type === 'query' ? 'query' : 'mutation',
    inputs: _def.inputs,
  }));
}

/** Annotations that superjson would act on, and must not. */
const hostileMetas: readonly unknown[] = [
  { values: ['Date'] },
  { values: { id: ['undefined'] } },
  { values: { id: ['regexp'] } },
  { values: { id: ['set'] }, v: 1 },
  { values: { id: [['class', 'Object']] } },
  { values: ['set', { 0: [['typed-array', 'Uint8Array']] }] },
  { values: { 'ids.4000000000': ['Date'], 'peaks.length': ['undefined'] } },
  { values: { '__proto__.polluted': ['Date'] } },
  { values: 'x' },
  { referentialEqualities: { id: ['__proto__.polluted'] } },
  7,
];

const notJson = ['', '{', '"', 'nul', '{"json":', '{"json":{}}x', '\u0000', '[{]', '{"json":1e999}'];

/** Merges the inputs of a chain of parsers into one object. */
const toOne = (parts: readonly unknown[]): unknown => Object.assign({}, ...parts) as unknown; // those of a router are objects

const toBody = (value: unknown): string => JSON.stringify({ json: value });

const bodiesOf: Readonly<
  Record<FuzzCall['kind'], (inputs: Procedure['inputs'], known: readonly string[]) => Arbitrary<string>>
> = {
  valid: (inputs, known) =>
    fc.tuple(...inputs.map((each) => toValid(each, known))).map((parts) => toBody(toOne(parts))),
  'nearly valid': (inputs, known) => {
    const [last = z.object({})] = inputs.slice(-1);
    return toNearlyValid(last, known).map(toBody);
  },
  hostile: (inputs, known) => {
    const valid = fc.tuple(...inputs.map((each) => toValid(each, known))).map(toOne);
    return fc.oneof(
      { arbitrary: hostile.map(toBody), weight: 5 },
      {
        arbitrary: fc
          .tuple(valid, fc.constantFrom(...hostileMetas))
          .map(([json, meta]) => JSON.stringify({ json, meta })),
        weight: 3,
      },
      { arbitrary: hostile.map((value) => JSON.stringify(value)), weight: 1 },
      { arbitrary: fc.constantFrom(...notJson), weight: 1 },
    );
  },
};

function isRefused({ inputs }: Procedure, body: string): boolean {
  // A procedure without input does not read the body.
  if (inputs.length === 0) return false;
  try {
    const value: unknown = transformer.input.deserialize(JSON.parse(body));
    return inputs.some((each) => !z.safeParse(each, value).success);
  } catch {
    return true;
  }
}

interface FuzzOptions {
  readonly calls: number;
  readonly seed: number;
  /** Ids and names that exist. */
  readonly known: readonly string[];
}

/**
 * Generates at least `calls` calls, equally many of each procedure, a third each valid, nearly valid and hostile. Each
 * procedure has a seed of its own, because otherwise all would get the same few hostile bodies.
 */
export function sampleCalls({ calls, seed, known }: FuzzOptions): FuzzCall[] {
  const procedures = listProcedures();
  const kinds = Object.keys(bodiesOf) as FuzzCall['kind'][]; // the keys of a constant
  const numRuns = Math.ceil(calls / procedures.length / kinds.length);
  return procedures.flatMap((procedure, index) =>
    kinds.flatMap((kind) => {
      const { path, type, inputs } = procedure;
      const bodies = fc.sample(bodiesOf[kind](inputs, known), { numRuns, seed: seed + index });
      return bodies.map((body) => ({ path, type, kind, body, isRefused: isRefused(procedure, body) }));
    }),
  );
}
