export const reportReasons = [
  'inappropriate',
  'spam',
  'harassment',
  'offensive',
  'misinformation',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];
