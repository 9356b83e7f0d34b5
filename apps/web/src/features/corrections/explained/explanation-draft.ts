import { toRegion, type Region } from '@relato/contract/corrections/regions';
import type { StoryId } from '@relato/contract/ids';
import { isObject } from '../../../lib/errors/error-data.ts';
import { readFromTab, storeInTab } from '../../../lib/tab-storage.ts';

export interface ExplanationDraft {
  readonly explanation: string;
  readonly regions: readonly Region[];
}

const lastKey = 'explanation';
const keyOf = (storyId: StoryId, text: string) => `${lastKey}.${storyId}.${text}`;

/** Keeps the draft of an explanation, because a visitor may leave the page to sign in. */
export const storeDraft = (storyId: StoryId, text: string, draft: ExplanationDraft): void => {
  storeInTab(keyOf(storyId, text), draft.explanation === '' ? null : draft);
  storeInTab(lastKey, { regions: draft.regions });
};

/** Returns the draft for the words. A new one has the regions of the last one, because they are mostly the same. */
export function readDraft(storyId: StoryId, text: string): ExplanationDraft {
  const value = readFromTab(keyOf(storyId, text)) ?? readFromTab(lastKey);
  const stored: Partial<Record<string, unknown>> = isObject(value) ? { ...value } : {};
  const regions: readonly unknown[] = Array.isArray(stored['regions']) ? stored['regions'] : [];
  const { explanation } = stored;
  return {
    explanation: typeof explanation === 'string' ? explanation : '',
    regions: regions.flatMap((each) => toRegion(String(each)) ?? []),
  };
}
