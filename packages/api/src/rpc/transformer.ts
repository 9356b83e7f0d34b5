import { DomainError, serverLimits } from '@relato/contract';
import { deserialize, serialize } from 'superjson';
import { serializePlain } from './serialize-plain.ts';

/** The annotations that inputs may use, for values that JSON cannot hold. All others are for answers only. */
const restorers: ReadonlyMap<unknown, (plain: unknown) => unknown> = new Map<
  unknown,
  (plain: unknown) => unknown
>([
  ['undefined', () => undefined],
  ['Date', (plain: unknown) => (typeof plain === 'string' ? new Date(plain) : refuse())],
]);

/**
 * Reads `{ json, meta }` as superjson clients send it. superjson itself would apply `meta` before a schema checks it,
 * and could create an array of any length that a client names. This reads the input first, in time and memory
 * proportional to its size. Throws INVALID_INPUT.
 */
function readInput(payload: unknown): unknown {
  if (!isRecord(payload)) return refuse();
  const root: Record<string, unknown> = { json: payload.json };
  requireModest(root.json);
  for (const [path, annotation] of listAnnotations(payload.meta)) {
    const restore = Array.isArray(annotation) && annotation.length === 1 && restorers.get(annotation[0]);
    if (!restore) return refuse();
    const { holder, key } = findPlace(root, path);
    holder[key] = restore(holder[key]);
  }
  return root.json;
}

/**
 * Uses superjson for answers, which we create ourselves, and only a part of it for inputs. Answers of plain values and
 * dates, which are nearly all, skip superjson's copy.
 */
export const transformer = {
  input: { serialize, deserialize: readInput },
  output: {
    serialize: (value: unknown): object => serializePlain(value) ?? serialize(value),
    deserialize,
  },
};

function refuse(): never {
  throw new DomainError('INVALID_INPUT');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Refuses inputs with too many values, and strings that UTF-8 cannot hold, which the database would refuse or change.
 */
function requireModest(json: unknown): void {
  const { maxDepth, maxValues } = serverLimits.input;
  const waiting = [{ value: json, depth: 0 }];
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && !value.isWellFormed()) refuse();
    if (!isRecord(value)) continue;
    const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    count += inner.length;
    if (count > maxValues || depth === maxDepth) refuse();
    for (const each of inner) waiting.push({ value: each, depth: depth + 1 });
  }
}

/** Returns the annotations of `meta` by the path of their value. The path of the whole input is `''`. */
function listAnnotations(meta: unknown): readonly (readonly [path: string, annotation: unknown])[] {
  if (meta === undefined) return [];
  if (!isRecord(meta)) return refuse();
  const { values, v: _version, ...others } = meta;
  if (Object.keys(others).length > 0) return refuse();
  if (values === undefined) return [];
  if (Array.isArray(values)) return [['', values]];
  return isRecord(values) ? Object.entries(values) : refuse();
}

/**
 * Returns the container of the value at a path. Throws unless the value exists: an index past the end would extend the
 * array.
 */
function findPlace(
  root: Record<string, unknown>,
  path: string,
): { holder: Record<string, unknown>; key: string } {
  let holder = root;
  let key = 'json';
  for (const segment of path === '' ? [] : path.split('.')) {
    const inner = holder[key];
    if (!isRecord(inner) || !Object.prototype.propertyIsEnumerable.call(inner, segment)) return refuse();
    holder = inner;
    key = segment;
  }
  return { holder, key };
}
