import 'fake-indexeddb/auto';
import type { UserId } from '@relato/contract/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { DraftStore, type Draft } from './draft-store.ts';
import { newRecordingId } from './recording-id.ts';

// A test has no schema to parse it with
const userId = 'u1' as UserId;
const newDraft = (changes: Partial<Draft> = {}): Draft => ({
  id: newRecordingId(),
  userId,
  createdAtMs: 1,
  mimeType: 'audio/webm',
  durationMs: 0,
  title: '',
  transcript: null,
  tags: [],
  provisionalText: '',
  sentInput: null,
  isDue: false,
  ...changes,
});

let store: DraftStore;
beforeEach(() => {
  store = new DraftStore(crypto.randomUUID());
});

const readText = async (draft: Draft) => new Blob(await store.readChunks(draft.id)).text();

describe('DraftStore', () => {
  it('keeps the sound second by second, in order', async () => {
    const draft = newDraft();
    await store.create(draft);
    // More than nine, as keys that were texts would come out of order.
    for (let index = 0; index < 12; index += 1) {
      await store.addChunk(draft.id, index, new Blob([`${index};`]), (index + 1) * 1000);
    }
    expect(await readText(draft)).toBe('0;1;2;3;4;5;6;7;8;9;10;11;');
    expect(await store.list(userId)).toMatchObject([{ id: draft.id, durationMs: 12_000 }]);
  });

  it('gives the sound up to a hole, as what follows could not be played', async () => {
    const draft = newDraft();
    await store.create(draft);
    for (const index of [0, 1, 3]) await store.addChunk(draft.id, index, new Blob([`${index}`]), 1);
    expect(await readText(draft)).toBe('01');
  });

  it('keeps what the person wrote beside the sound', async () => {
    const draft = newDraft();
    await store.create(draft);
    await store.addChunk(draft.id, 0, new Blob(['x']), 1000);
    await store.update(draft.id, { title: 'La reja', tags: ['humor'], transcript: 'Hola' });
    await store.addChunk(draft.id, 1, new Blob(['y']), 2000);
    expect(await store.list(userId)).toMatchObject([
      { title: 'La reja', tags: ['humor'], transcript: 'Hola', durationMs: 2000 },
    ]);
  });

  it('lists the drafts of one person only, those with sound, the newest first', async () => {
    const old = newDraft({ createdAtMs: 1, durationMs: 1 });
    const young = newDraft({ createdAtMs: 2, durationMs: 1 });
    const other = newDraft({ userId: 'u2' as UserId, durationMs: 1 });
    await Promise.all([old, young, newDraft(), other].map((draft) => store.create(draft)));
    expect((await store.list(userId)).map(({ id }) => id)).toEqual([young.id, old.id]);
  });

  it('removes a draft with its sound and nothing else', async () => {
    const [gone, kept] = [newDraft(), newDraft()];
    for (const draft of [gone, kept]) {
      await store.create(draft);
      await store.addChunk(draft.id, 0, new Blob([draft.id]), 1000);
    }
    await store.remove(gone.id);
    expect(await store.readChunks(gone.id)).toEqual([]);
    expect(await readText(kept)).toBe(kept.id);
    expect(await store.list(userId)).toHaveLength(1);
  });

  it('does not bring a removed draft back with a write that comes late', async () => {
    const draft = newDraft();
    await store.create(draft);
    await store.remove(draft.id);
    await store.addChunk(draft.id, 0, new Blob(['x']), 1000);
    await store.update(draft.id, { title: 'x' });
    expect(await store.list(userId)).toEqual([]);
    expect(await store.readChunks(draft.id)).toEqual([]);
  });
});
