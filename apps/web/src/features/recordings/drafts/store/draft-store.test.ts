import type { UserId } from '@relato/contract/ids';
import { forceCloseDatabase } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newRecordingId } from '../../recorder-api.ts';
import { DraftStore, type Draft, newDraft } from './draft-store.ts';

// A test has no Zod schema that brands the id.
const userId = 'u1' as UserId;
const draftOf = (changes: Partial<Draft> = {}): Draft => ({
  ...newDraft({ id: newRecordingId(), userId, mimeType: 'audio/webm' }),
  createdAtMs: 1,
  ...changes,
});

let name: string;
let store: DraftStore;
beforeEach(() => {
  name = crypto.randomUUID();
  store = new DraftStore(name);
});
afterEach(() => vi.restoreAllMocks());

const readText = async (draft: Draft) => new Blob(await store.readChunks(draft.id)).text();

describe('DraftStore', () => {
  it('L189-190: stores the sound second by second, in order', async () => {
    const draft = draftOf();
    await store.write(draft);
    // More than nine, because keys as texts would sort wrongly.
    for (let index = 0; index < 12; index += 1) {
      await store.addChunk(draft.id, index, new Blob([`${index};`]), (index + 1) * 1000);
    }
    expect(await readText(draft)).toBe('0;1;2;3;4;5;6;7;8;9;10;11;');
    expect(await store.list(userId)).toMatchObject([{ id: draft.id, durationMs: 12_000 }]);
  });

  it('knows the size of the sound, also after a chunk whose answer was lost is stored again', async () => {
    const draft = draftOf();
    await store.write(draft, [new Blob(['abc'])]);
    await store.addChunk(draft.id, 1, new Blob(['de']), 2000);
    await store.addChunk(draft.id, 1, new Blob(['de']), 2000);
    expect(await store.list(userId)).toMatchObject([{ bytes: 5 }]);
  });

  it('returns the sound up to the first missing chunk, because the rest could not be played', async () => {
    const draft = draftOf();
    await store.write(draft);
    for (const index of [0, 1, 3]) await store.addChunk(draft.id, index, new Blob([`${index}`]), 1);
    expect(await readText(draft)).toBe('01');
  });

  it('replaces a draft by another one with all its sound', async () => {
    const [before, after] = [draftOf(), draftOf()];
    await store.write(
      before,
      ['a', 'b', 'c'].map((text) => new Blob([text])),
    );
    await store.place(after, [new Blob(['otra']), new Blob([' voz'])], before.id);
    expect([await store.get(before.id), await readText(before)]).toEqual([null, '']);
    expect([await store.get(after.id), await readText(after)]).toEqual([{ ...after, bytes: 8 }, 'otra voz']);
  });

  it('keeps the previous draft if its replacement does not fit', async () => {
    const [before, after] = [draftOf(), draftOf()];
    await store.write(before, [new Blob(['mi voz'])]);
    // oxlint-disable-next-line typescript/unbound-method -- called with its store below
    const { put } = IDBObjectStore.prototype;
    const write = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function fill(
      this: IDBObjectStore,
      ...values
    ) {
      const request = put.apply(this, values);
      // A full disk aborts the transaction, which the previous attempt has already aborted.
      if (values[1] === undefined && this.name === 'drafts') queueMicrotask(() => this.transaction.abort());
      return request;
    });
    await expect(store.place(after, [new Blob(['otra voz'])], before.id)).rejects.toMatchObject({
      name: 'AbortError',
    });
    write.mockRestore();
    expect([await readText(before), await store.get(after.id), await readText(after)]).toEqual([
      'mi voz',
      null,
      '',
    ]);
  });

  it("lists one user's drafts with sound, newest first", async () => {
    const old = draftOf({ createdAtMs: 1, durationMs: 1 });
    const young = draftOf({ createdAtMs: 2, durationMs: 1 });
    const other = draftOf({ userId: 'u2' as UserId, durationMs: 1 });
    await Promise.all([old, young, draftOf(), other].map((draft) => store.write(draft)));
    expect((await store.list(userId)).map(({ id }) => id)).toEqual([young.id, old.id]);
  });

  it('removes a draft with its sound and nothing else', async () => {
    const [gone, kept] = [draftOf(), draftOf()];
    for (const draft of [gone, kept]) {
      await store.write(draft);
      await store.addChunk(draft.id, 0, new Blob([draft.id]), 1000);
    }
    await store.remove(gone.id);
    expect(await store.readChunks(gone.id)).toEqual([]);
    expect(await readText(kept)).toBe(kept.id);
    expect(await store.list(userId)).toHaveLength(1);
  });

  it('does not restore a removed draft by a late write', async () => {
    const draft = draftOf();
    await store.write(draft);
    await store.remove(draft.id);
    await store.addChunk(draft.id, 0, new Blob(['x']), 1000);
    await store.update(draft.id, { title: 'x' });
    expect(await store.list(userId)).toEqual([]);
    expect(await store.readChunks(draft.id)).toEqual([]);
  });
});

/** Records every connection that is opened. */
function spyOnConnections() {
  const connections: IDBDatabase[] = [];
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    const request = open(...args);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  });
  return connections;
}

/** Behaves like a browser that needs space. */
async function forceClose(connection: IDBDatabase | undefined): Promise<void> {
  const closed = new Promise((resolve) => connection?.addEventListener('close', resolve));
  // The type expects the class instead of an instance.
  forceCloseDatabase(connection as unknown as Parameters<typeof forceCloseDatabase>[0]);
  await closed;
}

describe('a lost database connection', () => {
  it('is reopened by the next call, because browsers close those of background pages', async () => {
    const connections = spyOnConnections();
    const draft = draftOf();
    await store.write(draft, [new Blob(['x'])]);
    connections[0]?.close();
    expect(await store.addChunk(draft.id, 1, new Blob(['y']), 2000)).toBe(true);
    expect(await readText(draft)).toBe('xy');
    expect(connections).toHaveLength(2);
  });

  it('is reported once when the browser closes it', async () => {
    const connections = spyOnConnections();
    const lost = vi.fn<() => void>();
    const stop = store.onLost(lost);
    await store.list(userId);
    await forceClose(connections[0]);
    expect(lost).toHaveBeenCalledTimes(1);
    await store.list(userId);
    expect(connections).toHaveLength(2);
    stop();
    await forceClose(connections[1]);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it('lets another tab delete the database, and creates it anew', async () => {
    await store.write(draftOf({ durationMs: 1 }));
    await new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase(name);
      deletion.addEventListener('success', resolve);
      deletion.addEventListener('error', reject);
    });
    expect(await store.list(userId)).toEqual([]);
    expect(await store.update(draftOf().id, { title: 'x' })).toBe(false);
  });
});

/** Opens as usual, but withholds the result until `answer` is called. */
function holdOpenings() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  const open = indexedDB.open.bind(indexedDB);
  const opened = vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    const request = open(...args);
    const listen = request.addEventListener.bind(request);
    request.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, (event: Event) => {
        const tell = () => typeof listener === 'function' && listener(event);
        // An upgrade does not wait.
        if (type === 'upgradeneeded') tell();
        else void answered.then(tell);
      });
    return request;
  });
  return { opened, answer };
}

/** A disk that takes the sound only when `release` is called; `begun` resolves with the first write. */
function holdSound() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
  let isHeld = true;
  // oxlint-disable-next-line typescript/unbound-method -- called with its store below
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function hold(
    this: IDBObjectStore,
    ...values
  ) {
    // A transaction lasts as long as its requests.
    const keepOpen = () => isHeld && this.count().addEventListener('success', keepOpen);
    keepOpen();
    begin(undefined);
    return put.apply(this, values);
  });
  return { begun, release: () => void (isHeld = false) };
}

describe('a slow disk', () => {
  beforeEach(async () => {
    // Opens the connection.
    await store.list(userId);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => vi.useRealTimers());

  /** More than a few seconds of sound. */
  const voice = 'mi voz '.repeat(80_000);

  it('may take longer for a whole recording than for a second of it', async () => {
    const draft = draftOf();
    const { begun, release } = holdSound();
    const written = store.write(draft, [new Blob([voice])]);
    await begun;
    // It waits behind the write, which it must not take for a lost connection.
    const listed = store.list(userId);
    await vi.advanceTimersByTimeAsync(20_000);
    release();
    await Promise.all([written, listed]);
    expect(await readText(draft)).toBe(voice);
  });

  it('does not write a whole recording after all that it was too slow for', async () => {
    const draft = draftOf();
    const { begun, release } = holdSound();
    const written = store.write(draft, [new Blob([voice])]);
    await begun;
    await Promise.all([
      expect(written).rejects.toMatchObject({ name: 'TimeoutError' }),
      vi.advanceTimersByTimeAsync(30_000),
    ]);
    release();
    expect(await store.get(draft.id)).toBeNull();
  });
});

describe('an unresponsive database', () => {
  it('fails each call within seconds, is not opened twice, and works once it answers', async () => {
    const { opened, answer } = holdOpenings();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (let call = 0; call < 2; call += 1) {
        await Promise.all([
          expect(store.list(userId)).rejects.toMatchObject({ name: 'TimeoutError' }),
          vi.advanceTimersByTimeAsync(3_000),
        ]);
      }
    } finally {
      vi.useRealTimers();
    }
    answer(undefined);
    expect(await store.list(userId)).toEqual([]);
    expect(opened).toHaveBeenCalledTimes(1);
  });
});
