import type { UserId } from '@relato/contract/ids';
import { afterEach, expect, it, vi } from 'vitest';
import { newRecordingId } from '../../recorder-api.ts';
import { newDraft } from './draft-store.ts';
import { hasUnstored, onUnstored, unstored } from './unstored.ts';

afterEach(() => vi.unstubAllGlobals());

it('makes the page ask before it closes, and says so to what would reload it', () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const heard: boolean[] = [];
  const stopListening = onUnstored(() => heard.push(hasUnstored()));
  // A test has no Zod schema that brands the id.
  const draft = newDraft({ id: newRecordingId(), userId: 'u1' as UserId, mimeType: 'audio/webm' });
  unstored.keep({ draft, sound: [], release: () => undefined });
  expect(isAsked()).toBe(true);
  unstored.erase(draft.userId);
  expect(isAsked()).toBe(false);
  expect(heard).toEqual([true, false]);
  stopListening();
});
