import type { UserId } from '@relato/contract/ids';
import { beforeEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../../../../lib/testing/fake-storage.ts';
import { newRecordingId } from '../../recorder-api.ts';
import { lostAnswer, refusal, userId } from '../../testing/recorder-world.ts';
import { discardOnServer, isDiscarded, retryDiscards } from './discards.ts';

const stored = new Map<string, string>();
const discard = vi.fn<(id: string) => Promise<void>>();
beforeEach(() => {
  stored.clear();
  discard.mockReset();
  stubStorage('localStorage', stored);
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  return () => {
    warn.mockRestore();
    vi.unstubAllGlobals();
  };
});

it('a recording that was deleted without a network is deleted on the server later, once', async () => {
  const id = newRecordingId();
  discard.mockRejectedValueOnce(lostAnswer());
  await discardOnServer({ id, userId }, discard);
  expect(isDiscarded(id)).toBe(true);
  discard.mockResolvedValue();
  await retryDiscards(userId, discard);
  await retryDiscards(userId, discard);
  expect(discard.mock.calls).toEqual([[id], [id]]);
  expect(stored.size).toBe(0);
  // A list from before it was deleted may be shown.
  expect(isDiscarded(id)).toBe(true);
});

it('is noted before the call, which the user may not wait for', async () => {
  const id = newRecordingId();
  discard.mockReturnValue(new Promise(() => undefined));
  void discardOnServer({ id, userId }, discard);
  expect(stored.get('relato.discards')).toContain(id);
});

it('waits for its owner, who may have signed out', async () => {
  const id = newRecordingId();
  discard.mockRejectedValueOnce(refusal('UNAUTHENTICATED', 401));
  await discardOnServer({ id, userId }, discard);
  // A test has no schema to parse it with
  await retryDiscards('u2' as UserId, discard);
  expect(discard).toHaveBeenCalledOnce();
  expect(stored.get('relato.discards')).toContain(id);
});

it('is not tried again after a refusal, such as that it became a story', async () => {
  const id = newRecordingId();
  discard.mockRejectedValue(refusal('RECORDING_ALREADY_SAVED', 409));
  await discardOnServer({ id, userId }, discard);
  await retryDiscards(userId, discard);
  expect(discard).toHaveBeenCalledOnce();
  expect(stored.size).toBe(0);
});

it.each(['x', 'null', '{}', '[1,{"id":2}]'])('what another version stored is nothing: %s', async (text) => {
  stored.set('relato.discards', text);
  await retryDiscards(userId, discard);
  expect(discard).not.toHaveBeenCalled();
});
