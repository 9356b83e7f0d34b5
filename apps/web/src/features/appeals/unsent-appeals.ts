import { readFromTab, storeInTab } from '../../lib/tab-storage.ts';

const keyOf = (noticeId: string) => `appeal.${noticeId}`;

/** Returns the text that was not sent yet, so that leaving the screen or reloading the page loses nothing. */
export function readUnsentAppeal(noticeId: string): string {
  const text = readFromTab(keyOf(noticeId));
  return typeof text === 'string' ? text : '';
}

export const storeUnsentAppeal = (noticeId: string, text: string): void =>
  storeInTab(keyOf(noticeId), text === '' ? null : text);
