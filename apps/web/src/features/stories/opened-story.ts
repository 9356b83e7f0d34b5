import { useLayoutEffect } from 'react';

/** For how long a list that one comes to looks for the story that one comes from. */
const rememberedMs = 10_000;

let opened: { readonly id: string; readonly closedAtMs: number | null } | null = null;

/** Remembers the story that is open, for the list that one goes back to. */
export function useOpenedStory(storyId: string | undefined): void {
  useLayoutEffect(() => {
    if (storyId === undefined) return;
    opened = { id: storyId, closedAtMs: null };
    return () => void (opened = { id: storyId, closedAtMs: performance.now() });
  }, [storyId]);
}

/** The story from which one comes back to a list; still open while the list is first rendered. */
export const getOpenedStory = (): string | null =>
  opened !== null && (opened.closedAtMs === null || performance.now() - opened.closedAtMs < rememberedMs)
    ? opened.id
    : null;
