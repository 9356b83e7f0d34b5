import type { UserId } from '@relato/contract/ids';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { stubStorage } from '../../../../lib/testing/fake-storage.ts';
import { newRecordingId } from '../../recorder-api.ts';
import { lostAnswer, refusal, userId } from '../../testing/recorder-world.ts';
import {
  discardOnServer,
  forgetDiscard,
  isDiscarded,
  noteDiscard,
  onDiscardedStory,
  retryDiscards,
} from './discards.ts';

const stored = new Map<string, string>();
const discard = vi.fn<(input: { id: string }) => Promise<{ isErased: boolean }>>();
const hasDraft = vi.fn<(id: string) => Promise<boolean>>();
const removeDraft = vi.fn<(id: string) => Promise<boolean>>();
const drafts = { has: hasDraft, remove: removeDraft };
beforeEach(() => {
  stored.clear();
  discard.mockReset();
  discard.mockResolvedValue({ isErased: true });
  hasDraft.mockReset();
  removeDraft.mockReset();
  removeDraft.mockResolvedValue(true);
  stubStorage('localStorage', stored);
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  return () => {
    warn.mockRestore();
    vi.unstubAllGlobals();
  };
});

it.each([
  ['the network was gone', lostAnswer()],
  ['another transaction was in the way', refusal('CONFLICT', 409)],
])('deletes a recording on the server later, once, if %s', async (_what, failure) => {
  const id = newRecordingId();
  discard.mockRejectedValueOnce(failure);
  expect(await discardOnServer({ id, userId }, discard)).toBe('later');
  expect(isDiscarded(id)).toBe(true);
  await retryDiscards(userId, discard, drafts);
  await retryDiscards(userId, discard, drafts);
  expect(discard.mock.calls).toEqual([[{ id, ownerId: userId }], [{ id, ownerId: userId }]]);
  expect(stored.size).toBe(0);
  // A list from before the deletion may still show.
  expect(isDiscarded(id)).toBe(true);
});

it.each([
  [true, 'deleted'],
  [false, 'soon'],
])('returns whether the server has erased the recording: %s', async (isErased, outcome) => {
  discard.mockResolvedValue({ isErased });
  expect(await discardOnServer({ id: newRecordingId(), userId }, discard)).toBe(outcome);
  expect(stored.size).toBe(0);
});

it('stores the deletion before the call, because the page may end', async () => {
  const id = newRecordingId();
  discard.mockReturnValue(new Promise(() => undefined));
  void discardOnServer({ id, userId }, discard);
  expect(stored.get('relato.discards')).toContain(id);
});

it('can store a deletion that waits for the draft that replaces the recording', async () => {
  const [id, after] = [newRecordingId(), newRecordingId()];
  noteDiscard({ id, userId, after });
  hasDraft.mockResolvedValueOnce(false);
  await retryDiscards(userId, discard, drafts);
  expect(hasDraft).toHaveBeenCalledWith(after);
  expect(discard).not.toHaveBeenCalled();
  expect(isDiscarded(id)).toBe(false);
  hasDraft.mockResolvedValue(true);
  discard.mockRejectedValueOnce(lostAnswer());
  await retryDiscards(userId, discard, drafts);
  // The draft may become a story before the server is told.
  hasDraft.mockResolvedValue(false);
  await retryDiscards(userId, discard, drafts);
  expect(discard.mock.calls).toEqual([[{ id, ownerId: userId }], [{ id, ownerId: userId }]]);
  expect(isDiscarded(id)).toBe(true);
  expect(stored.size).toBe(0);
});

it('first deletes the copy of this browser, whose deletion was cut off, and waits for a tab that works on it', async () => {
  const id = newRecordingId();
  noteDiscard({ id, userId });
  removeDraft.mockResolvedValueOnce(false);
  await retryDiscards(userId, discard, drafts);
  expect(discard).not.toHaveBeenCalled();
  expect(isDiscarded(id)).toBe(true);
  await retryDiscards(userId, discard, drafts);
  expect(removeDraft).toHaveBeenLastCalledWith(id);
  expect(discard).toHaveBeenCalledOnce();
});

it('forgets a deletion that was taken back', async () => {
  const id = newRecordingId();
  noteDiscard({ id, userId });
  forgetDiscard(id);
  await retryDiscards(userId, discard, drafts);
  expect(isDiscarded(id)).toBe(false);
  expect(discard).not.toHaveBeenCalled();
});

it.each([
  ['UNAUTHENTICATED', 401],
  ['RECORDING_NOT_OWN', 403],
] as const)('waits until the owner signs in again: %s', async (code, status) => {
  const id = newRecordingId();
  discard.mockRejectedValueOnce(refusal(code, status));
  expect(await discardOnServer({ id, userId }, discard)).toBe('later');
  // A test has no Zod schema that brands the id.
  await retryDiscards('u2' as UserId, discard, drafts);
  expect(discard).toHaveBeenCalledOnce();
  expect(stored.get('relato.discards')).toContain(id);
});

it.each([
  ['RECORDING_ALREADY_SAVED', 409, 'refused', 1],
  ['INVALID_INPUT', 400, 'failed', 0],
] as const)(
  'does not retry after a refusal, and tells of a story: %s',
  async (code, status, outcome, told) => {
    const id = newRecordingId();
    const tell = vi.fn<() => void>();
    onTestFinished(onDiscardedStory(tell));
    discard.mockRejectedValue(refusal(code, status));
    expect(await discardOnServer({ id, userId }, discard)).toBe(outcome);
    await retryDiscards(userId, discard, drafts);
    expect(discard).toHaveBeenCalledOnce();
    expect(stored.size).toBe(0);
    expect(tell).toHaveBeenCalledTimes(told);
  },
);

it.each(['x', 'null', '{}', '[1,{"id":2}]'])('ignores the data of another version: %s', async (text) => {
  stored.set('relato.discards', text);
  await retryDiscards(userId, discard, drafts);
  expect(discard).not.toHaveBeenCalled();
});
