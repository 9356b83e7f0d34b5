import type { Page } from '@relato/contract/paging';

/** The items of a list: objects with an id, facts about a recording, or cases, of which each story has one. */
export type Listed =
  | { readonly id: string }
  | { readonly recordingId: string }
  | { readonly story: { readonly id: string } };

function idOf(item: Listed): string {
  if ('id' in item) return item.id;
  return 'story' in item ? item.story.id : item.recordingId;
}

/** Merges the pages without duplicates: an item that moved between two fetches is in both. */
export function mergePages<Item extends Listed>(pages: readonly Page<Item>[] | undefined): readonly Item[] {
  const items = new Map<string, Item>();
  for (const page of pages ?? []) {
    for (const item of page.items) if (!items.has(idOf(item))) items.set(idOf(item), item);
  }
  return [...items.values()];
}
