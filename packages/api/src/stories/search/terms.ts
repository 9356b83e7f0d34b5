import { limits } from '@relato/contract';

/** A word of a search, or a phrase in quotes as it is written. */
interface SearchTerm {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Words, and phrases in quotes of any kind. A quote that is never closed is a character like others. */
const termPattern = /["“”„«»]([^"“”„«»]+)["“”„«»]|(\S+)/gu;

const listTerms = (search: string): readonly SearchTerm[] =>
  [...search.matchAll(termPattern)]
    .map(([, phrase, word]) => ({
      text: (phrase ?? word ?? '').trim().replaceAll(/\s+/gu, ' '),
      isQuoted: phrase !== undefined,
    }))
    .filter(({ text }) => text !== '');

/**
 * Returns what the title and the tags of a story must contain, each term once. Leaves out terms that are part of another
 * one. A search of nothing but quotes is taken literally.
 */
export function toSearchTerms(search: string): readonly string[] {
  const unique = [...new Set(listTerms(search).map(({ text }) => text))];
  const needed = unique.filter((term) => !unique.some((other) => other !== term && other.includes(term)));
  return needed.length > 0 ? needed : [search];
}

/** Returns whether a trigram index covers a term: by three letters, or by two at the start or end of a word. */
export const hasTrigram = (term: string): boolean =>
  /[a-z\d]{3}|[a-z\d]{2}[^a-z\d]|[^a-z\d][a-z\d]{2}/iu.test(term.normalize('NFD').replaceAll(/\p{M}/gu, ''));

/** The words that make a search so narrow that parts of them are enough to look up, and such a part. */
const maxIndexed = 4;
const indexedPart = /^.{4}/u;

/**
 * Returns what to look up in an index of trigrams for these terms: each story that contains the terms contains all of it. The
 * index reads a long list for each trigram, so of many words the beginnings of the longest ones are enough. Fewer words are
 * looked up whole, and a term without two longer ones as it is, because it may be rare only with its spaces.
 */
export function toIndexed(terms: readonly string[]): readonly string[] {
  // Letters of other scripts may fold to others at the end of a word. A part of a Latin one folds to a part.
  const found = terms.flatMap((term) => term.match(/[\p{Script=Latin}\d]{3,}/gu) ?? []);
  const words = [...new Set(found)].toSorted((a, b) => b.length - a.length).slice(0, maxIndexed);
  const parts = words.flatMap((word) => indexedPart.exec(word) ?? []);
  if (parts.length < 2) return terms;
  return new Set(parts).size === maxIndexed ? parts : words;
}

/** The letters and digits of `spoken_text` in the database, so that the words of a text have the same numbers there. */
const spokenPattern = /[0-9A-Za-zªµºÀ-ÖØ-öø-ʯͰ-\u1FFF\u3041-\uD7FF]+/gu;

interface SpokenWord {
  readonly text: string;
  /** The index at which it begins in the text. */
  readonly at: number;
}

/** Returns the words of a text in NFC. */
export const splitSpoken = (text: string): readonly SpokenWord[] =>
  [...text.matchAll(spokenPattern)].map(({ 0: word, index }) => ({ text: word, at: index }));

interface SpokenTerm {
  /** The words that must be said one after the other. */
  readonly words: readonly string[];
  /** The term is one word, which the user may still be typing. */
  readonly isBeginning: boolean;
}

/** Returns what must be said in a story. Operators, emoji and single letters are no words. */
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
