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
  const input = toTyped(value);
  const id: unknown = Reflect.get(Object(value), 'id');
  return input && typeof id === 'string' ? { id, ...input } : null;
}

type Typed = Omit<CreateQuestionInput, 'id'>;

/** Stores what was entered but not sent, because a story that opens over the screen ends it; null forgets it. */
export const storeTyped = (typed: Typed | null): void => storeInTab(typedKey, typed);

/** Returns the fields as the user left them. */
export const readTyped = (): Typed =>
  toTyped(readFromTab(typedKey)) ?? toTyped(readSent()) ?? { text: '', isOnce: true };

function toTyped(value: unknown): Typed | null {
  // An older page has stored the text alone.
  if (typeof value === 'string') return { text: value, isOnce: true };
  if (!isObject(value)) return null;
  const { text, isOnce } = value as Partial<Typed>; // each part is checked below
  return typeof text === 'string' && typeof isOnce === 'boolean' ? { text, isOnce } : null;
}
