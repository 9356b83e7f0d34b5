import { DomainError, limits } from '@relato/contract';
import superjson, { serialize } from 'superjson';

/** What JSON has no word for and an input may hold; everything else of superjson's is for answers. */
const restorers: ReadonlyMap<unknown, (plain: unknown) => unknown> = new Map<
  unknown,
  (plain: unknown) => unknown
>([
  ['undefined', () => undefined],
  ['Date', (plain: unknown) => (typeof plain === 'string' ? new Date(plain) : refuse())],
]);

/**
 * Reads `{ json, meta }` as superjson's clients send it. superjson itself builds whatever `meta` names before a schema is
 * asked: an array of a length that a client chose, for each number of a request. Here the input is looked at first, in
 * time and memory in proportion to its text. Throws INVALID_INPUT.
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

/** Superjson for answers, which are ours; for inputs only what they need. */
export const transformer = {
  input: { serialize, deserialize: readInput },
  output: superjson,
};

function refuse(): never {
  throw new DomainError('INVALID_INPUT');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Refuses more values than any input has, and texts that UTF-8 cannot hold: the database would fail or change them. */
function requireModest(json: unknown): void {
  const { maxDepth, maxValues } = limits.input;
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

/** The annotations of `meta` by the path of their value, the whole input being at `''`. */
function listAnnotations(meta: unknown): readonly (readonly [path: string, annotation: unknown])[] {
  if (meta === undefined) return [];
  if (!isRecord(meta)) return refuse();
  const { values, v: _version, ...others } = meta;
  if (Object.keys(others).length > 0) return refuse();
  if (values === undefined) return [];
  if (Array.isArray(values)) return [['', values]];
  return isRecord(values) ? Object.entries(values) : refuse();
}

/** Where the value of a path lies. It must be there: an index past the end would make an array of that length. */
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
