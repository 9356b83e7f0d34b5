/** The annotation of a date. Its path is that of the value in `json`. */
type DateAnnotation = readonly ['Date'];

/** A value as superjson writes it: JSON, and the type of each value that JSON cannot hold. */
interface Serialized {
  readonly json: unknown;
  readonly meta?: {
    readonly values: DateAnnotation | Readonly<Record<string, DateAnnotation>>;
    readonly v: 1;
  };
}

interface Walk {
  readonly dates: Record<string, DateAnnotation>;
  /** superjson annotates objects that occur twice. */
  readonly seen: Set<object>;
}

const isDate: DateAnnotation = ['Date'];

/**
 * Serializes plain values and dates as superjson does: `JSON.stringify` of the result gives the text of
 * `superjson.stringify`, except for the order in which superjson lists the paths of dates. It copies nothing, because
 * `JSON.stringify` writes dates itself, and takes a tenth of the time. Returns null for a value that contains anything else,
 * or the same object twice.
 */
export function serializePlain(value: unknown): Serialized | null {
  const walk: Walk = { dates: {}, seen: new Set() };
  if (!isPlain(value, '', walk)) return null;
  if (value instanceof Date) return { json: value, meta: { values: isDate, v: 1 } };
  return Object.keys(walk.dates).length > 0
    ? { json: value, meta: { values: walk.dates, v: 1 } }
    : { json: value };
}

/** Returns whether the value is plain, and notes the paths of the dates in it. */
function isPlain(value: unknown, path: string, walk: Walk): boolean {
  if (typeof value === 'object') return value === null || isPlainObject(value, path, walk);
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  return typeof value === 'string' || typeof value === 'boolean';
}

function isPlainObject(value: object, path: string, walk: Walk): boolean {
  if (walk.seen.has(value)) return false;
  walk.seen.add(value);
  if (value instanceof Date) {
    walk.dates[path] = isDate;
    return !Number.isNaN(value.getTime());
  }
  const start = path === '' ? '' : `${path}.`;
  if (Array.isArray(value)) {
    // By index, because other loops over arrays skip holes.
    for (let index = 0; index < value.length; index += 1) {
      if (!isPlain(value[index], start + index, walk)) return false;
    }
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return isPlainRecord(value as Readonly<Record<string, unknown>>, start, walk); // objects are records
}

function isPlainRecord(record: Readonly<Record<string, unknown>>, start: string, walk: Walk): boolean {
  for (const key of Object.keys(record)) {
    // superjson throws for these.
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') return false;
    const value = record[key];
    if (typeof value === 'string') continue;
    // superjson escapes these in paths.
    if (typeof value === 'object' && (key === '' || key.includes('.') || key.includes('\\'))) return false;
    if (!isPlain(value, start + key, walk)) return false;
  }
  return true;
}
