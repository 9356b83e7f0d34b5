/**
 * Returns `next` with those parts of `last` that are equal, so that a refetch that changes nothing renders nothing. The
 * library's own function treats every `Date` as new. Items with an id may have moved within their list.
 */
export function keepEqual(last: unknown, next: unknown): unknown {
  if (Object.is(last, next)) return last;
  if (last instanceof Date && next instanceof Date) return last.getTime() === next.getTime() ? last : next;
  if (Array.isArray(last) && Array.isArray(next)) return keepItems(last, next);
  if (!isRecord(last) || !isRecord(next)) return next;
  const entries = Object.entries(next);
  const kept = entries.map(([key, value]) => [key, keepEqual(last[key], value)] as const);
  const isEqual = kept.every(([key, value]) => Object.hasOwn(last, key) && Object.is(value, last[key]));
  return isEqual && Object.keys(last).length === entries.length ? last : Object.fromEntries(kept);
}

function keepItems(last: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const byId = new Map(last.map((item, index) => [idOf(item) ?? index, item]));
  const kept = next.map((item, index) => keepEqual(byId.get(idOf(item) ?? index), item));
  const isEqual = last.length === next.length && kept.every((item, index) => Object.is(item, last[index]));
  return isEqual ? last : kept;
}

const idOf = (item: unknown): unknown => (isRecord(item) ? item['id'] : undefined);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
