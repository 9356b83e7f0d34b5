import type { RecordingId, UserId } from '@relato/contract/ids';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { StoryInput } from './story-form.ts';

/** A recording that lives in this browser until the server has it as a story. */
export interface Draft {
  readonly id: RecordingId;
  readonly userId: UserId;
  /** By this device's clock. */
  readonly createdAtMs: number;
  /** What the recorder said that it records. */
  readonly mimeType: string;
  /** Of what is stored so far; 0 until the first chunk is. */
  readonly durationMs: number;
  readonly title: string;
  /** What the person wrote; null while untouched. */
  readonly transcript: string | null;
  readonly tags: readonly string[];
  /** What the browser's own recognition heard. */
  readonly provisionalText: string;
  /** What was sent to be saved; its answer may have been lost. */
  readonly sentInput: StoryInput | null;
  /** To be saved without asking again, as soon as that works: somebody signed in to it. */
  readonly isDue: boolean;
}

export type DraftChanges = Partial<Omit<Draft, 'id' | 'userId' | 'createdAtMs'>>;

interface Chunk {
  readonly draftId: string;
  readonly index: number;
  // Not a Blob: a private window of WebKit cannot store those.
  readonly bytes: ArrayBuffer;
}

interface DraftDatabase extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { userId: string } };
  chunks: { key: [string, number]; value: Chunk };
}

/** Asynchronous, so that it rejects also where there is no IndexedDB at all, as in some private windows. */
async function openDatabase(name: string): Promise<IDBPDatabase<DraftDatabase>> {
  return openDB<DraftDatabase>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('drafts', { keyPath: 'id' }).createIndex('userId', 'userId');
      database.createObjectStore('chunks', { keyPath: ['draftId', 'index'] });
    },
  });
}

/** Recordings in IndexedDB, from their first second on. */
export class DraftStore {
  readonly #database: Promise<IDBPDatabase<DraftDatabase>>;

  /** Opens it, or makes it. A browser that refuses fails each call, not this one. */
  constructor(name = 'relato') {
    this.#database = openDatabase(name);
    this.#database.catch(() => undefined);
  }

  async create(draft: Draft): Promise<void> {
    const database = await this.#database;
    await database.put('drafts', draft);
  }

  async get(id: RecordingId): Promise<Draft | null> {
    const database = await this.#database;
    return (await database.get('drafts', id)) ?? null;
  }

  /** `durationMs` is that of the recording up to the end of this chunk. Does nothing for a draft that is gone. */
  async addChunk(id: RecordingId, index: number, chunk: Blob, durationMs: number): Promise<void> {
    const bytes = await chunk.arrayBuffer();
    const database = await this.#database;
    // Strict: on the disk when it resolves, also if the device loses its power.
    const transaction = database.transaction(['drafts', 'chunks'], 'readwrite', { durability: 'strict' });
    const drafts = transaction.objectStore('drafts');
    const draft = await drafts.get(id);
    if (draft) {
      await Promise.all([
        transaction.objectStore('chunks').put({ draftId: id, index, bytes }),
        drafts.put({ ...draft, durationMs }),
      ]);
    }
    await transaction.done;
  }

  /** Does nothing for a draft that is gone. */
  async update(id: RecordingId, changes: DraftChanges): Promise<void> {
    const database = await this.#database;
    const transaction = database.transaction('drafts', 'readwrite');
    const draft = await transaction.store.get(id);
    if (draft) await transaction.store.put({ ...draft, ...changes });
    await transaction.done;
  }

  /** Drafts with sound, the newest first. */
  async list(userId: UserId): Promise<Draft[]> {
    const database = await this.#database;
    const drafts = await database.getAllFromIndex('drafts', 'userId', userId);
    return drafts
      .filter(({ durationMs }) => durationMs > 0)
      .toSorted((one, other) => other.createdAtMs - one.createdAtMs);
  }

  /** The sound, up to the first chunk that is missing. */
  async readChunks(id: RecordingId): Promise<Blob[]> {
    const database = await this.#database;
    const chunks = await database.getAll('chunks', IDBKeyRange.bound([id, 0], [id, Infinity]));
    const missing = chunks.findIndex(({ index }, position) => index !== position);
    return (missing === -1 ? chunks : chunks.slice(0, missing)).map(({ bytes }) => new Blob([bytes]));
  }

  async remove(id: RecordingId): Promise<void> {
    const database = await this.#database;
    const transaction = database.transaction(['drafts', 'chunks'], 'readwrite');
    await Promise.all([
      transaction.objectStore('drafts').delete(id),
      transaction.objectStore('chunks').delete(IDBKeyRange.bound([id, 0], [id, Infinity])),
      transaction.done,
    ]);
  }
}
