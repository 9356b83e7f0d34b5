import type { RecordingId, UserId } from '@relato/contract/ids';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { withTimeout } from '../../../lib/with-timeout.ts';
import type { StoryInput } from '../review/story-form.ts';

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

type Connection = IDBPDatabase<DraftDatabase>;

/** A write to a phone's flash takes milliseconds, now and then a second. */
const answerTimeoutMs = 3_000;

/** What a connection answers that the browser has closed, each browser in its own way. */
const lossNames = new Set(['InvalidStateError', 'AbortError', 'UnknownError']);
const isNamed = (error: unknown, isWanted: (name: string) => boolean): boolean =>
  error instanceof Error && isWanted(error.name);

/**
 * Recordings in IndexedDB, from their first second on. A browser may close the connection at any time, with or without
 * what is stored: it is opened again by the next call. Each call rejects within a few seconds when the database does
 * not answer, as some browsers' never do; what it asked for may still be done later.
 */
export class DraftStore {
  readonly #name: string;
  readonly #lossListeners = new Set<() => void>();
  #connection: Promise<Connection> | null = null;

  constructor(name = 'relato') {
    this.#name = name;
  }

  /** Calls `listener` when the connection is lost, and maybe what was stored; returns the way to stop. */
  onLost(listener: () => void): () => void {
    this.#lossListeners.add(listener);
    return () => void this.#lossListeners.delete(listener);
  }

  /** The draft with the whole of its sound, in place of what may be there. */
  async write(draft: Draft, sound: readonly Blob[] = []): Promise<void> {
    const buffers = await Promise.all(sound.map((chunk) => chunk.arrayBuffer()));
    await this.#use((database) => {
      const transaction = database.transaction(['drafts', 'chunks'], 'readwrite', { durability: 'strict' });
      const chunks = transaction.objectStore('chunks');
      return Promise.all([
        transaction.objectStore('drafts').put(draft),
        ...buffers.map((bytes, index) => chunks.put({ draftId: draft.id, index, bytes })),
        transaction.done,
      ]);
    });
  }

  async get(id: RecordingId): Promise<Draft | null> {
    return (await this.#use((database) => database.get('drafts', id))) ?? null;
  }

  /**
   * `durationMs` is that of the recording up to the end of this chunk. Returns false, and stores nothing, for a draft
   * that is gone.
   */
  async addChunk(id: RecordingId, index: number, chunk: Blob, durationMs: number): Promise<boolean> {
    const bytes = await chunk.arrayBuffer();
    return this.#use(async (database) => {
      // Strict: on the disk when it resolves, also if the device loses its power.
      const transaction = database.transaction(['drafts', 'chunks'], 'readwrite', { durability: 'strict' });
      const drafts = transaction.objectStore('drafts');
      const add = async () => {
        const draft = await drafts.get(id);
        if (!draft) return false;
        await Promise.all([
          transaction.objectStore('chunks').put({ draftId: id, index, bytes }),
          drafts.put({ ...draft, durationMs }),
        ]);
        return true;
      };
      // Together, as in all that follows: a transaction that fails also rejects `done`.
      const [isThere] = await Promise.all([add(), transaction.done]);
      return isThere;
    });
  }

  /** Returns false, and stores nothing, for a draft that is gone. */
  async update(id: RecordingId, changes: DraftChanges): Promise<boolean> {
    return this.#use(async (database) => {
      const transaction = database.transaction('drafts', 'readwrite');
      const change = async () => {
        const draft = await transaction.store.get(id);
        if (draft) await transaction.store.put({ ...draft, ...changes });
        return draft !== undefined;
      };
      const [isThere] = await Promise.all([change(), transaction.done]);
      return isThere;
    });
  }

  /** Drafts with sound, the newest first. */
  async list(userId: UserId): Promise<Draft[]> {
    const drafts = await this.#use((database) => database.getAllFromIndex('drafts', 'userId', userId));
    return drafts
      .filter(({ durationMs }) => durationMs > 0)
      .toSorted((one, other) => other.createdAtMs - one.createdAtMs);
  }

  /** The sound, up to the first chunk that is missing. */
  async readChunks(id: RecordingId): Promise<Blob[]> {
    const chunks = await this.#use((database) =>
      database.getAll('chunks', IDBKeyRange.bound([id, 0], [id, Infinity])),
    );
    const missing = chunks.findIndex(({ index }, position) => index !== position);
    return (missing === -1 ? chunks : chunks.slice(0, missing)).map(({ bytes }) => new Blob([bytes]));
  }

  async remove(id: RecordingId): Promise<void> {
    await this.#use((database) => {
      const transaction = database.transaction(['drafts', 'chunks'], 'readwrite');
      return Promise.all([
        transaction.objectStore('drafts').delete(id),
        transaction.objectStore('chunks').delete(IDBKeyRange.bound([id, 0], [id, Infinity])),
        transaction.done,
      ]);
    });
  }

  async #use<Result>(work: (database: Connection) => Promise<Result>): Promise<Result> {
    const connection = this.#open();
    const database = await withTimeout(answerTimeoutMs, connection);
    try {
      return await withTimeout(answerTimeoutMs, runAtOnce(work, database));
    } catch (error) {
      const isSilent = isNamed(error, (name) => name === 'TimeoutError');
      if (!isSilent && !isNamed(error, (name) => lossNames.has(name))) throw error;
      this.#lose(connection);
      if (isSilent) throw error;
      return withTimeout(answerTimeoutMs, runAtOnce(work, await withTimeout(answerTimeoutMs, this.#open())));
    }
  }

  /** An opening that is not answered goes on: a second one would only wait behind it. */
  #open(): Promise<Connection> {
    if (this.#connection) return this.#connection;
    const connection: Promise<Connection> = openDatabase(this.#name, () => this.#lose(connection));
    this.#connection = connection;
    connection.catch(() => this.#forget(connection));
    return connection;
  }

  #forget(connection: Promise<Connection>): boolean {
    if (this.#connection !== connection) return false;
    this.#connection = null;
    return true;
  }

  #lose(connection: Promise<Connection>): void {
    if (!this.#forget(connection)) return;
    void connection.then((database) => database.close());
    for (const listener of this.#lossListeners) listener();
  }
}

/** Asynchronous, so that it rejects also where there is no IndexedDB at all, as in some private windows. */
async function openDatabase(name: string, onLost: () => void): Promise<Connection> {
  return openDB<DraftDatabase>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('drafts', { keyPath: 'id' }).createIndex('userId', 'userId');
      database.createObjectStore('chunks', { keyPath: ['draftId', 'index'] });
    },
    // The browser closed it, or wants it closed so that another tab can go on.
    terminated: onLost,
    blocking: onLost,
  });
}

/** A closed connection throws at once instead of rejecting. */
const runAtOnce = async <Result>(
  work: (database: Connection) => Promise<Result>,
  database: Connection,
): Promise<Result> => work(database);
