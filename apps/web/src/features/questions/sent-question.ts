import type { CreateQuestionInput } from '@relato/contract';
import { isObject } from '../../lib/errors/error-data.ts';
import { readFromTab, storeInTab } from '../../lib/tab-storage.ts';

const key = 'question';
const typedKey = 'question-typed';

/**
 * Stores the question that was sent, until its link was shown; null forgets it. The server knows only the hash of a link, but
 * returns another one if the same id is sent again.
 */
export const storeSent = (question: CreateQuestionInput | null): void => storeInTab(key, question);

export function readSent(): CreateQuestionInput | null {
  const value = readFromTab(key);
  if (!isObject(value)) return null;
  const { id, text, isOnce } = value as Partial<CreateQuestionInput>; // each part is checked below
  return typeof id === 'string' && typeof text === 'string' && typeof isOnce === 'boolean'
    ? { id, text, isOnce }
    : null;
}

/** Stores what was typed but not sent, because a story that opens over the screen ends it. */
export const storeTyped = (text: string): void => storeInTab(typedKey, text);

/** Returns the text of the field as the user left it. */
export function readTyped(): string {
  const value = readFromTab(typedKey);
  return typeof value === 'string' ? value : (readSent()?.text ?? '');
}
