/** Queries of the drafts in this browser. */
export const draftsKey = ['recorder', 'drafts'] as const;
