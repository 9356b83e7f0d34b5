/** `pending` → `reviewing` → `resolved` (the story hidden or kept) or `dismissed`. */
export const reportStatuses = ['pending', 'reviewing', 'resolved', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];
