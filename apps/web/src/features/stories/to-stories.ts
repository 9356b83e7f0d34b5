import type { Page } from '@relato/contract/paging';
import type { StorySummary } from '@relato/contract/stories';

/** The stories of all pages, each once: one that gained votes between two pages is in both. */
export function toStories(pages: readonly Page<StorySummary>[] | undefined): StorySummary[] {
  const stories = new Map<string, StorySummary>();
  for (const page of pages ?? []) {
    for (const story of page.items) if (!stories.has(story.id)) stories.set(story.id, story);
  }
  return [...stories.values()];
}
