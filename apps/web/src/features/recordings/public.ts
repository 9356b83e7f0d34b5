// What other features use of this one; apps/web/layers.json says which may.

/** A chunk of its own: most profiles are looked at without an unsaved recording. */
export const loadDraftNotice = async () => (await import('./drafts/draft-notice.tsx')).DraftNotice;
