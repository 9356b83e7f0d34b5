import { limits } from '../limits.ts';
import { checkRequiredText, countCharacters } from '../text/rules.ts';
import { toRangeText, type WordRange } from '../transcription/spans.ts';
import type { KeptSpan, SpokenWord } from '../transcription/types.ts';
import { isPlain, placeCorrection, toSaid, toSpelling } from './rules.ts';

/** A list orders words by their letters, twice, which must fit into the cursor of a page with an id. */
const maxKeyBytes = 250;

const { maxLength, maxRegions, maxWordLength, maxWords } = limits.explanations;

/** Returns why an explanation is refused, which must be one line of plain text. */
export function checkExplanation(text: string) {
  const line = toSaid(text);
  const refusal = checkRequiredText(line, maxLength, 'EXPLANATION_REQUIRED', 'EXPLANATION_TOO_LONG');
  if (refusal !== null) return refusal;
  return isPlain(line) ? null : 'EXPLANATION_NOT_PLAIN';
}

/** Returns why a choice of regions is refused. */
export const checkRegions = (chosen: readonly string[]) =>
  chosen.length === 0 || chosen.length > maxRegions || new Set(chosen).size < chosen.length
    ? 'EXPLANATION_REGIONS'
    : null;

const sentenceEnd = /[.!?…]["'”’»)\]]*$/u;

/**
 * Returns words of a text in the form of a glossary: without the marks around them, and without the capital of a sentence's
 * first word. Null if they are not a word, too many or too long.
 */
export function toHeadword(words: readonly SpokenWord[], range: WordRange): string | null {
  const spelled = toRangeText(words, range).normalize('NFC').split(' ').map(toSpelling).join(' ');
  if (range.to - range.from >= maxWords || countCharacters(spelled) > maxWordLength) return null;
  if (!/\p{L}/u.test(spelled)) return null;
  const before = words[range.from - 1]?.text;
  const [first = ''] = spelled;
  const rest = spelled.slice(first.length);
  const isFirst = before === undefined || sentenceEnd.test(before);
  // A name at the start of a sentence looks like a word.
  const word = isFirst && rest[0] === rest[0]?.toLowerCase() ? first.toLowerCase() + rest : spelled;
  return new TextEncoder().encode(JSON.stringify(toHeadwordKey(word))).length > maxKeyBytes ? null : word;
}

/**
 * Returns a key that orders words like a Spanish dictionary when compared by code points: ñ after n, and accents only
 * between otherwise equal words. An order of the database would change with its version and break its index. A tab sorts
 * before the space of a longer expression.
 */
export function toHeadwordKey(word: string): string {
  const letters = word.normalize('NFC').toLowerCase();
  const folded = letters.replaceAll('ñ', 'n~').normalize('NFD').replaceAll(/\p{M}/gu, '');
  return `${folded}\t${letters}`;
}

interface KeptProposal extends KeptSpan {
  /** Null for a correction. */
  readonly headword: string | null;
  readonly headwordKey: string | null;
}

type Placed = { readonly range: WordRange } & Pick<KeptProposal, 'headword' | 'headwordKey'>;

/**
 * Returns the present words of a proposal, with those of an explanation in the form of a glossary. Null if the text has
 * changed there. An explanation survives a change of case, accents and marks, but not of letters, including ñ.
 */
export function placeProposal(
  words: readonly SpokenWord[],
  kept: KeptProposal,
  place = placeCorrection,
): Placed | null {
  const range = place(words, kept);
  const { headword: word, headwordKey: key } = kept;
  if (!range || word === null || key === null || toRangeText(words, range) === kept.text)
    return range && { range, headword: word, headwordKey: key };
  const headword = toHeadword(words, range);
  if (headword === null) return null;
  const headwordKey = toHeadwordKey(headword);
  return toLetters(headwordKey) === toLetters(key) ? { range, headword, headwordKey } : null;
}

const toLetters = (key: string) => key.split('\t', 1)[0];
