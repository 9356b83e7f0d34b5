/** Words, and phrases in quotes of any kind. A quote that is never closed is a character like others. */
const termPattern = /["“”„«»]([^"“”„«»]+)["“”„«»]|(\S+)/gu;

/**
 * Returns what a story must contain, each term once: the words of a search, and its phrases in quotes as they are written.
 * Leaves out terms that are part of another one. A search of nothing but quotes is taken literally.
 */
export function toSearchTerms(search: string): readonly string[] {
  const terms = [...search.matchAll(termPattern)]
    .map(([, phrase, word]) => (phrase ?? word ?? '').trim().replaceAll(/\s+/gu, ' '))
    .filter((term) => term !== '');
  const unique = [...new Set(terms)];
  const needed = unique.filter((term) => !unique.some((other) => other !== term && other.includes(term)));
  return needed.length > 0 ? needed : [search];
}

/** Returns whether a trigram index covers a term: by three letters, or by two at the start or end of a word. */
export const hasTrigram = (term: string): boolean =>
  /[a-z\d]{3}|[a-z\d]{2}[^a-z\d]|[^a-z\d][a-z\d]{2}/iu.test(term.normalize('NFD').replaceAll(/\p{M}/gu, ''));
