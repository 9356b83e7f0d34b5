import type { Viewer } from '../context.ts';

/** Nobody reports what they told themselves: they can take it back. */
export const canReport = (viewer: Viewer | null, story: { readonly userId: string }): boolean =>
  viewer?.id !== story.userId;
