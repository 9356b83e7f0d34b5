import { isDoubtful } from '@relato/contract/transcription/rules';
import type { TranscriptWord } from '@relato/contract/transcription/types';

interface Keys {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

interface Place {
  readonly words: readonly TranscriptWord[];
  /** The index of the current word. */
  readonly here: number;
  readonly isRtl: boolean;
}

/**
 * Returns the index of the word that a key moves to, or null for any other key: left and right move to the next word in that
 * direction, up and down to the doubtful words, Home and End to the ends.
 */
export function toChosenWord(
  { key, altKey, ctrlKey, metaKey }: Keys,
  { words, here, isRtl }: Place,
): number | null {
  if (altKey || ctrlKey || metaKey) return null;
  const last = words.length - 1;
  const next = Math.min(here + 1, last);
  const previous = Math.max(here - 1, 0);
  switch (key) {
    case 'ArrowRight':
      return isRtl ? previous : next;
    case 'ArrowLeft':
      return isRtl ? next : previous;
    case 'ArrowDown':
      return toKnown(
        words.findIndex((word, index) => index > here && isDoubtful(word)),
        here,
      );
    case 'ArrowUp':
      return toKnown(
        words.findLastIndex((word, index) => index < here && isDoubtful(word)),
        here,
      );
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** The chosen word. `bar` shows its actions, `field` corrects it. */
export interface Choice {
  readonly index: number;
  /** The text of the word when it was chosen. */
  readonly word: string;
  readonly shows: 'word' | 'bar' | 'field';
  readonly isByKeyboard: boolean;
}

/**
 * Returns the choice if its word is still there. An undo or another transcription may remove it or put a different word in
 * its place, which the field of the former must not overwrite.
 */
export function keepChoice(choice: Choice | null, words: readonly TranscriptWord[]): Choice | null {
  const word = choice && words[choice.index];
  return word && (choice.shows === 'word' || word.text === choice.word) ? choice : null;
}

const toKnown = (found: number, here: number): number => (found === -1 ? Math.max(here, 0) : found);
