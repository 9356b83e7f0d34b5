import type { StoryId } from '@relato/contract/ids';
import { toRangeText } from '@relato/contract/transcription/spans';
import { isObject } from '../../lib/errors/error-data.ts';
import { readFromTab, storeInTab } from '../../lib/tab-storage.ts';
import type { ChosenWords, Draft } from './widen.ts';

const keyOf = (storyId: StoryId) => `correction.${storyId}`;

/** Keeps the draft of a story, because a visitor may leave the page to sign in. */
export const storeDraft = (storyId: StoryId, words: ChosenWords['words'], draft: Draft): void => {
  const text = toRangeText(words, draft.range);
  storeInTab(keyOf(storyId), draft.said === text ? null : { ...draft, text });
};

export const forgetDraft = (storyId: StoryId): void => storeInTab(keyOf(storyId), null);

/** Returns the stored draft if its words include the chosen ones and still read the same; otherwise the chosen words. */
export function readDraft(storyId: StoryId, { words, range }: ChosenWords): Draft {
  const value = readFromTab(keyOf(storyId));
  const stored: Partial<Record<string, unknown>> = isObject(value) ? { ...value } : {};
  const { from, to }: Partial<Record<string, unknown>> = isObject(stored['range'])
    ? { ...stored['range'] }
    : {};
  const isAround = typeof from === 'number' && typeof to === 'number' && from <= range.from && to >= range.to;
  return isAround && typeof stored['said'] === 'string' && toRangeText(words, { from, to }) === stored['text']
    ? { range: { from, to }, said: stored['said'] }
    : { range, said: toRangeText(words, range) };
}
