/** The fixed tags, in the order in which they are shown. People may add their own. */
export const fixedTags = [
  'misterio',
  'terror',
  'humor',
  'romance',
  'crimen',
  'comedia',
  'lifestyle',
  'traición',
  'increíble',
  'película',
  'amor',
] as const;
