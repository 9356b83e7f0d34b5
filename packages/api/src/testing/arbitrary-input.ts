import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { z } from 'zod';

/** Inputs that break programs: terminators, limits of numbers, names of prototypes, and syntax of other languages. */
const hostileTexts = [
  '',
  '\u0000',
  'a\u0000b',
  'a\uDFFFb',
  '\u202Egnp.oiduA',
  '\u00A0\u2003',
  '\\',
  '../../../etc/passwd',
  "'; DROP TABLE users; --",
  '1e999',
  '9'.repeat(400),
  '__proto__',
  'x'.repeat(150_000),
  '👩‍👩‍👧'.repeat(500),
  'e\u0301'.repeat(200),
  // Well-formed cursors with nonsense inside.
  ...[{}, [], [1, 2, 3], ['x', 'y', 'z'], null, { score: 1e308, id: 'x' }, ['2026-13-45', 'x']].map((value) =>
    Buffer.from(JSON.stringify(value)).toString('base64url'),
  ),
];

const hostileKeys = ['__proto__', 'constructor', 'then', 'length', 'id', 'userId', 'role'];

/** Returns 0 in as many layers as `depth` says. */
export const nest = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 0;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
};

const hostileValues: readonly unknown[] = [
  null,
  -1,
  1e308,
  // Lengths that are valid for an array, and too large for memory.
  500_000_000,
  2 ** 32 - 1,
  -(2 ** 63),
  [],
  {},
  Array.from({ length: 5_000 }, () => 0),
  Array.from({ length: 1_000 }, () => 'x'),
  nest(500, (inner) => ({ id: inner })),
  nest(2_000, (inner) => [inner]),
];

/** Creates an object with own properties, including `__proto__`. */
const fromEntries = (entries: readonly (readonly [string, unknown])[]): unknown =>
  Object.fromEntries(entries);

/** Generates any value that JSON can hold. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...hostileValues),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.double({ noNaN: true }),
  fc
    .array(fc.tuple(fc.constantFrom(...hostileKeys), fc.constantFrom(...hostileTexts, ...hostileValues)), {
      minLength: 1,
      maxLength: 4,
    })
    .map(fromEntries),
);

/** Returns the minimum and maximum size that the checks of a schema allow. */
function boundsOf(schema: z.core.$ZodType, least: number, most: number): { min: number; max: number } {
  const bounds = { min: least, max: most };
  for (const { _zod } of schema._zod.def.checks ?? []) {
    const check = _zod.def as z.core.$ZodCheckDef & Readonly<Record<string, unknown>>; // each kind has its own fields
    if (check.check === 'greater_than') bounds.min = Number(check.value);
    if (check.check === 'less_than') bounds.max = Number(check.value);
    if (check.check === 'min_length') bounds.min = Number(check.minimum);
    if (check.check === 'max_length') bounds.max = Number(check.maximum);
    if (check.check === 'length_equals') bounds.min = bounds.max = Number(check.length);
  }
  return bounds;
}

/** Created once, because their tables of characters are large. */
const texts = fc.string({ unit: 'grapheme', maxLength: 40 });
const names = fc.stringMatching(/^[a-z0-9._-]{3,12}$/);
const addresses = fc.stringMatching(/^[a-z0-9]{3,12}@[a-z]{3,9}\.example$/);

const dates = fc
  .date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function textOf(schema: z.ZodType, known: readonly string[]): Arbitrary<unknown> {
  if (schema instanceof z.ZodUUID) return fc.oneof(fc.constantFrom(...known), fc.uuid());
  // Other generators never produce a date, and filtering them would not terminate.
  if (schema instanceof z.ZodISODate) return dates;
  const { maxLength = boundsOf(schema, 0, 40).max, examples } = z.globalRegistry.get(schema) ?? {};
  // Other generators do not produce this format either.
  if (Array.isArray(examples)) return fc.constantFrom(...(examples as readonly unknown[]));
  return fc.oneof(
    texts,
    fc.constantFrom(...known, ...hostileTexts, 'x'.repeat(Number(maxLength))),
    names,
    addresses,
  );
}

/** Generates values of the shape of a schema, which may violate its checks. */
function shapeOf(schema: z.core.$ZodType, known: readonly string[]): Arbitrary<unknown> {
  const inner = (type: z.core.$ZodType) => toValid(type, known);
  if (schema instanceof z.ZodObject) {
    const fields: readonly (readonly [string, z.core.$ZodType])[] = Object.entries(schema.shape);
    return fc.record(Object.fromEntries(fields.map(([key, type]) => [key, inner(type)])));
  }
  if (schema instanceof z.ZodRecord) {
    const entry = fc.tuple(inner(schema.keyType).map(String), inner(schema.valueType));
    return fc.array(entry, { maxLength: 5 }).map(fromEntries);
  }
  if (schema instanceof z.ZodArray) {
    const { min, max } = boundsOf(schema, 0, 5);
    const lengths = { minLength: min, maxLength: Math.max(min, Math.min(max, 5)) };
    return fc.array(inner(schema.element), lengths);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return fc.option(inner(schema.unwrap()), { nil: undefined });
  if (schema instanceof z.ZodNullable) return fc.option(inner(schema.unwrap()), { nil: null });
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(inner));
  // A transform comes after its schema, or before it (`z.preprocess`).
  if (schema instanceof z.ZodPipe)
    return shapeOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in, known);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return fc.integer(boundsOf(schema, -1_000, 1_000));
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textOf(schema, known);
  throw new Error(`Say here how an input of the kind '${schema._zod.def.type}' is made up`);
}

/** Generates values that a schema accepts. `known` are existing ids and names. Throws for an unknown kind of schema. */
export const toValid = (schema: z.core.$ZodType, known: readonly string[]): Arbitrary<unknown> =>
  shapeOf(schema, known).filter((value) => z.safeParse(schema, value).success);

/** Returns inputs with an id in upper case, which is not canonical. */
const toCapitals = (value: object): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? each.toUpperCase() : each)),
  );

/** Generates values that a schema nearly accepts: one part is changed, missing or extra. */
export function toNearlyValid(schema: z.core.$ZodType, known: readonly string[]): Arbitrary<unknown> {
  return fc
    .tuple(
      toValid(schema, known),
      hostile,
      fc.nat(),
      fc.constantFrom('replace', 'drop', 'add', 'text', 'capitals'),
    )
    .map(([value, other, place, how]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return other;
      const entries: (readonly [string, unknown])[] = Object.entries(value);
      const at = entries.length === 0 ? 0 : place % entries.length;
      const [key = 'id', old] = entries[at] ?? [];
      if (how === 'drop') return fromEntries(entries.toSpliced(at, 1));
      if (how === 'add')
        return fromEntries([...entries, [hostileKeys[place % hostileKeys.length] ?? 'id', other]]);
      if (how === 'capitals') return toCapitals(value);
      // Turns a number into a string, and anything else into an array.
      const spoiled = how === 'replace' ? other : typeof old === 'number' ? String(old) : [old];
      return fromEntries(entries.toSpliced(at, 1, [key, spoiled]));
    });
}
