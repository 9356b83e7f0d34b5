export const reportReasons = [
  'inappropriate',
  'spam',
  'harassment',
  'offensive',
  'misinformation',
  'other',
] as const;
export type ChosenReason = (typeof reportReasons)[number];

/**
 * The reasons that users cannot choose: `watched` for matches with word lists of the operator, `first` for a first story
 * that waits for approval.
 */
export const unchosenReasons = ['watched', 'first'] as const;
export type ReportReason = ChosenReason | (typeof unchosenReasons)[number];
