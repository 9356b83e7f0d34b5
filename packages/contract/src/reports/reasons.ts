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
 * Those that nobody can choose: `watched` of a machine that found words of a list of the operator, `first` of a first story that waits
 * to be let in.
 */
export const unchosenReasons = ['watched', 'first'] as const;
export type ReportReason = ChosenReason | (typeof unchosenReasons)[number];
