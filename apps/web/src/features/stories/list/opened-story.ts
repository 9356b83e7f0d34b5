import { useLayoutEffect } from 'react';

/** How long a list looks for the story that was open. */
const rememberedMs = 10_000;

let opened: { readonly id: string; readonly closedAtMs: number | null } | null = null;

/** Remembers the open story for the list that the user returns to. */
export function useOpenedStory(storyId: string | undefined): void {
  useLayoutEffect(() => {
    if (storyId === undefined) return;
    opened = { id: storyId, closedAtMs: null };
    return () => void (opened = { id: storyId, closedAtMs: performance.now() });
  }, [storyId]);
}

/** Returns the story that the user returns from, which is still open during the first render of the list. */
export const getOpenedStory = (): string | null =>
  opened !== null && (opened.closedAtMs === null || performance.now() - opened.closedAtMs < rememberedMs)
    ? opened.id
    : null;
