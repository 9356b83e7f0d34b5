// The exports for other features; apps/web/layers.json lists the features that may import them.

/** A chunk of its own, because most profiles have no unsaved recording. */
export const loadDraftsList = async () => (await import('./drafts/list/drafts-list.tsx')).DraftsList;
