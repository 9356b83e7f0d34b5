import { isObject } from '../../../lib/errors/error-data.ts';
import { readFromTab, storeInTab } from '../../../lib/tab-storage.ts';

/** The announcement that was typed but not published. */
export interface Unannounced {
  readonly words: string;
  /** A date, or an empty text. */
  readonly until: string;
}

const key = 'announcement';

/** Returns the stored draft, so that leaving the screen or reloading the page loses nothing. */
export function readUnannounced(): Unannounced {
  const value = readFromTab(key);
  const { words, until }: Partial<Record<string, unknown>> = isObject(value) ? { ...value } : {};
  return {
    words: typeof words === 'string' ? words : '',
    until: typeof until === 'string' ? until : '',
  };
}

export const storeUnannounced = (input: Unannounced): void =>
  storeInTab(key, input.words === '' && input.until === '' ? null : input);

/** Clears the stored draft if it is the one that was announced, and returns what is stored then. */
export function endAnnouncing({ words, until }: Unannounced): Unannounced {
  const input = readUnannounced();
  // The user may have typed on while it was sent.
  if (input.words === words && input.until === until) storeUnannounced({ words: '', until: '' });
  return readUnannounced();
}
