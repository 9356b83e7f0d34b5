import type { UserId } from '@relato/contract/ids';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../../../../lib/testing/fake-storage.ts';
import { newRecordingId } from '../../recorder-api.ts';
import { eventually } from '../../testing/recorder-world.ts';
import { isDiscarded, noteDiscard } from './discards.ts';
import { newDraft } from './draft-store.ts';
import { drafts, forgetDrafts, lockDraft } from './drafts.ts';
import { noteErased, readErased } from './erased.ts';
import { watchErased } from './watch-erased.ts';

// A test has no Zod schema that brands the ids.
const userId = 'u1' as UserId;
const other = 'u2' as UserId;

beforeEach(() => stubStorage('localStorage', new Map()));
afterEach(() => vi.unstubAllGlobals());

async function leaveDraft(owner: UserId) {
  const id = newRecordingId();
  const draft = newDraft({ id, userId: owner, mimeType: 'audio/webm', durationMs: 1000 });
  await drafts.write(draft, [new Blob(['uno'])]);
  return id;
}

it('forgets the recordings of a deleted account, also one that a tab still works on, and no others', async () => {
  const [idle, open] = [await leaveDraft(userId), await leaveDraft(userId)];
  const kept = await leaveDraft(other);
  const [deleted, deletedByOther] = [newRecordingId(), newRecordingId()];
  noteDiscard({ id: deleted, userId });
  noteDiscard({ id: deletedByOther, userId: other });
  const release = await lockDraft(open);

  const forgotten = forgetDrafts(userId);
  expect([isDiscarded(deleted), isDiscarded(deletedByOther)]).toEqual([false, true]);
  await eventually(async () => expect(await drafts.get(idle)).toBeNull());
  expect(await drafts.get(open)).not.toBeNull();
  // The tab stores what it has when its user is gone.
  await drafts.addChunk(open, 1, new Blob(['dos']), 2000);
  release?.();
  await forgotten;
  expect([await drafts.get(open), await drafts.readChunks(open)]).toEqual([null, []]);
  expect(await drafts.list(other)).toMatchObject([{ id: kept }]);
});

const refuse = () => Promise.reject(new DOMException('no', 'SecurityError'));

it('forgets them in a browser that refuses locks', async () => {
  await leaveDraft(userId);
  vi.stubGlobal('navigator', { locks: { request: refuse } });
  await forgetDrafts(userId);
  expect(await drafts.list(userId)).toEqual([]);
});

it('continues on the next page what a closed one did not finish, until nothing is left', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const id = await leaveDraft(userId);
  noteErased(userId);
  await watchErased();
  expect(await drafts.get(id)).toBeNull();
  expect(readErased()).toEqual([userId]);
});

it('follows the deletion of another tab', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  await watchErased();
  const id = await leaveDraft(userId);
  noteErased(userId);
  const heard = Object.assign(new Event('storage'), { key: 'relato.erased', newValue: '[]' });
  page.dispatchEvent(heard);
  await eventually(async () => expect(await drafts.get(id)).toBeNull());
});
