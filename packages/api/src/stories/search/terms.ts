import { limits } from '@relato/contract';

/** A word of a search, or a phrase in quotes. */
interface SearchTerm {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Matches words, and phrases in quotes of any kind. A quote that is never closed is an ordinary character. */
const termPattern = /["“”„«»]([^"“”„«»]+)["“”„«»]|(\S+)/gu;

const listTerms = (search: string): readonly SearchTerm[] =>
  [...search.matchAll(termPattern)]
    .map(([, phrase, word]) => ({
      text: (phrase ?? word ?? '').trim().replaceAll(/\s+/gu, ' '),
      isQuoted: phrase !== undefined,
    }))
    .filter(({ text }) => text !== '');

/**
 * Returns the terms that the title and the tags of a story must contain, each once. Omits terms that are part of another
 * one. A search of only quotes is taken literally.
 */
export function toSearchTerms(search: string): readonly string[] {
  const unique = [...new Set(listTerms(search).map(({ text }) => text))];
  const needed = unique.filter((term) => !unique.some((other) => other !== term && other.includes(term)));
  return needed.length > 0 ? needed : [search];
}

/**
 * The minimum length of an exact lookup in the index of titles and tags; for a shorter term it lists everything with that
 * prefix.
 */
const exactLength = 4;
const maxIndexed = 4;

/**
 * Returns the terms to look up. The index reads a list for each, so the longest of many suffice, and short ones count only
 * alone.
 */
export function toIndexed(terms: readonly string[]): readonly string[] {
  const long = terms.filter(({ length }) => length >= exactLength);
  return long.length > 0 ? long.toSorted((a, b) => b.length - a.length).slice(0, maxIndexed) : terms;
}

/** Matches the letters and digits of `spoken_text` in the database, so that both number the words of a text alike. */
const spokenPattern = /[0-9A-Za-zªµºÀ-ÖØ-öø-ʯͰ-\u1FFF\u3041-\uD7FF]+/gu;

interface SpokenWord {
  readonly text: string;
  /** The index of the word in the text. */
  readonly at: number;
}

/** Returns the words of a text in NFC. */
export const splitSpoken = (text: string): readonly SpokenWord[] =>
  [...text.matchAll(spokenPattern)].map(({ 0: word, index }) => ({ text: word, at: index }));

interface SpokenTerm {
  /** The words that must be consecutive. */
  readonly words: readonly string[];
  /** True for a single word, which the user may still be typing. */
  readonly isBeginning: boolean;
}

/** Returns the terms that a transcript must contain. Operators, emoji and single letters do not count as words. */
export function toSpokenTerms(search: string): readonly SpokenTerm[] {
  const terms = listTerms(search.normalize('NFC'));
  return terms
    .map(({ text, isQuoted }, index) => {
      const words = splitSpoken(text).map((word) => word.text);
      const isLast = index === terms.length - 1 && !isQuoted && words.length === 1;
      return { words, isBeginning: isLast && (words[0]?.length ?? 0) >= limits.search.beginningLength };
    })
    .filter(({ words }) => words.some((word) => word.length >= limits.search.spokenLength));
}
