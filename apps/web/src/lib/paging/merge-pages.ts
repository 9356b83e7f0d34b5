import type { Page } from '@relato/contract/paging';

/** What a list can hold: things with an id, or cases of which there is one for a story. */
export type Listed = { readonly id: string } | { readonly story: { readonly id: string } };

const idOf = (item: Listed): string => ('id' in item ? item.id : item.story.id);

/** The items of all pages, each once: what moved between the loading of two pages is in both. */
export function mergePages<Item extends Listed>(pages: readonly Page<Item>[] | undefined): readonly Item[] {
  const items = new Map<string, Item>();
  for (const page of pages ?? []) {
    for (const item of page.items) if (!items.has(idOf(item))) items.set(idOf(item), item);
  }
  return [...items.values()];
}
