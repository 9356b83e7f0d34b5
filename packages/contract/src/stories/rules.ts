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

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * What two tags that look the same have in common: case, white space, the way an accent is composed and characters
 * without a picture do not count. Accents do: `papá` is not `papa`.
 */
export const foldTag = (tag: string): string =>
  tag.normalize('NFC').replace(invisible, '').trim().replace(/\s+/gu, ' ').toLocaleLowerCase('es');
