import { expect, it, vi } from 'vitest';
import { newRecordingId } from '../recorder-api.ts';
import type { Draft } from './draft-store.ts';
import { forgetSaved, isSavingDrafts, onSavings, setSaving } from './savings.ts';

// As much of a draft as is used
const draft = { id: newRecordingId() } as unknown as Draft;

it('tells of each change, and whether the step is another one', () => {
  const listener = vi.fn<() => void>();
  const stop = onSavings(listener);
  expect(setSaving(draft, { step: 'uploading', ratio: 0 })).toBe(true);
  expect(setSaving(draft, { step: 'uploading', ratio: 0.5 })).toBe(false);
  expect(isSavingDrafts()).toBe(true);
  expect(setSaving(draft, { step: 'saved', ratio: 1 })).toBe(true);
  expect(isSavingDrafts()).toBe(false);
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  forgetSaved();
  expect(setSaving(draft, null)).toBe(false);
  expect(listener).toHaveBeenCalledTimes(3);
});
