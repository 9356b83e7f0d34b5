import type { Page } from '@relato/contract/paging';

/** Returns the pages with an item moved before another one. Each page keeps its length and its cursor. */
export function toPlaced<Item extends { readonly id: string }>(
  pages: readonly Page<Item>[],
  id: string,
  before: string,
): Page<Item>[] {
  const items = pages.flatMap((page) => page.items);
  const item = items.find((each) => each.id === id);
  const others = items.filter((each) => each.id !== id);
  const place = others.findIndex((each) => each.id === before);
  if (!item || place === -1) return [...pages];
  others.splice(place, 0, item);
  return pages.map((page) => ({ ...page, items: others.splice(0, page.items.length) }));
}
