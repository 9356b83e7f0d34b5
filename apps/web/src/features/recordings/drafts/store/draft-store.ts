import type { ErrorCode } from '@relato/contract/errors';
import type { RecordingId, UserId } from '@relato/contract/ids';
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { withTimeout } from '../../../../lib/with-timeout.ts';
import type { DeliveryFailure } from '../../review/review-state.ts';
import type { FormAnswer, SentInput } from '../../review/story-form.ts';
import type { Character } from '../../disguise/draw-voice.ts';
import { createListeners } from '../../../../lib/listeners.ts';

/** `refused`: the server will never accept it. A code: the server has it, and refused to save it as it is. */
export type DraftTrouble = DeliveryFailure | 'refused' | ErrorCode;

/** Further attempts do not resolve these failures. The recording is only offered then. */
export const finalTroubles: ReadonlySet<DraftTrouble> = new Set(['refused', 'rejected', 'too-big']);

/** A recording that stays in this browser until the server has it as a story. */
export interface Draft {
  readonly id: RecordingId;
  readonly userId: UserId;
  /** By this device's clock. */
  readonly createdAtMs: number;
  /** The MIME type that the recorder reported. */
  readonly mimeType: string;
  /** The duration stored so far; 0 until its first sound is stored. */
  readonly durationMs: number;
  /** The size of the sound stored so far; unknown for a draft of an earlier version. */
  readonly bytes?: number;
  readonly title: string;
  /** The text that the user wrote; null while untouched. */
  readonly transcript: string | null;
  readonly tags: readonly string[];
  /** The question that the recording answers. */
  readonly answer?: FormAnswer;
  /** The character of the disguise. The shift itself is not stored. */
  readonly disguise?: Character;
  /** The text of the browser's speech recognition. */
  readonly provisionalText: string;
  /** The input of the last save; its answer may have been lost. */
  readonly sentInput: SentInput | null;
  /** True if the draft is saved as soon as possible without asking: its owner signed in, or saved it without a network. */
  readonly isDue: boolean;
  /** The failure of the last delivery or save; null or absent if none followed since. */
  readonly trouble?: DraftTrouble | null;
}

export type DraftChanges = Partial<Omit<Draft, 'id' | 'userId' | 'createdAtMs' | 'bytes'>>;

interface Chunk {
  readonly draftId: string;
  readonly index: number;
  // Not a Blob, because private windows of WebKit cannot store those.
  readonly bytes: ArrayBuffer;
}

interface DraftDatabase extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { userId: string } };
  chunks: { key: [string, number]; value: Chunk };
}

type Connection = IDBPDatabase<DraftDatabase>;

/** Writing to a phone's flash takes milliseconds, occasionally a second. */
const answerTimeoutMs = 3_000;
const [wholeTimeoutMs, wholeBytes] = [30_000, 100_000];

/** The errors of a connection that the browser has closed; each browser has its own. */
const lossNames = new Set(['InvalidStateError', 'AbortError', 'UnknownError']);
const isNamed = (error: unknown, isWanted: (name: string) => boolean): boolean =>
  error instanceof Error && isWanted(error.name);

/**
 * Stores recordings in IndexedDB from their first second on. A browser may close the connection at any time, with or
 * without its data; the next call reopens it. Each call rejects within seconds when the database does not answer, or within
 * half a minute while more than some seconds of sound are written; the change may still happen later.
 */
export class DraftStore {
  readonly #name: string;
  readonly #loss = createListeners();
  #connection: Promise<Connection> | null = null;
  /** The writes of whole recordings that run, for which all other calls wait. */
  #wholeWrites = 0;

  constructor(name = 'relato') {
    this.#name = name;
  }

  /** Calls the listener when the connection is lost, and maybe its data; returns a function that unsubscribes. */
  readonly onLost = this.#loss.subscribe;

  /** Writes a new draft, in place of the draft `before` if there is one, in one transaction. */
  async place(draft: Draft, sound: readonly Blob[], before?: RecordingId): Promise<void> {
    try {
      await this.write(draft, sound, before);
    } catch (error) {
      // Only the answer was lost.
      if (!(await this.get(draft.id))) throw error;
    }
  }

  /**
   * Writes the draft with all its sound, replacing an existing one and removing the draft `before`. May take longer than other
   * calls, because a whole recording is much larger than a second of it; a write that is too slow is undone.
   */
  async write(draft: Draft, sound: readonly Blob[] = [], before?: RecordingId): Promise<void> {
    const chunks = await toChunks(draft.id, sound);
    const begun: Writing[] = [];
    const write = (database: Connection) => {
      const transaction = database.transaction(['drafts', 'chunks'], 'readwrite', { durability: 'strict' });
      begun.push(transaction);
      return Promise.all([
        ...put(transaction, draft, chunks),
        ...(before === undefined ? [] : remove(transaction, before)),
        transaction.done,
      ]);
    };
    const isWhole = sound.reduce((bytes, { size }) => bytes + size, 0) > wholeBytes;
    if (isWhole) this.#wholeWrites += 1;
    try {
      await this.#use(write);
    } catch (error) {
      for (const transaction of begun) abort(transaction);
      throw error;
    } finally {
      if (isWhole) this.#wholeWrites -= 1;
    }
  }

  async get(id: RecordingId): Promise<Draft | null> {
    return (await this.#use((database) => database.get('drafts', id))) ?? null;
  }

  /**
   * `durationMs` is that of the recording up to the end of this chunk. Returns false, and stores nothing, if the draft
   * is gone.
   */
  async addChunk(id: RecordingId, index: number, chunk: Blob, durationMs: number): Promise<boolean> {
    const bytes = await chunk.arrayBuffer();
    return this.#use(async (database) => {
      // Strict durability: the data is on the disk when it resolves, even if the device loses power.
      const transaction = database.transaction(['drafts', 'chunks'], 'readwrite', { durability: 'strict' });
      const drafts = transaction.objectStore('drafts');
      const chunks = transaction.objectStore('chunks');
      const add = async () => {
        // The chunk is there already if an earlier answer was lost.
        const [draft, before] = await Promise.all([drafts.get(id), chunks.get([id, index])]);
        if (!draft) return false;
        const size = (draft.bytes ?? 0) + bytes.byteLength - (before?.bytes.byteLength ?? 0);
        await Promise.all([
          chunks.put({ draftId: id, index, bytes }),
          drafts.put({ ...draft, durationMs, bytes: size }),
        ]);
        return true;
      };
      // Awaited together, here and below, because a failing transaction also rejects `done`.
      const [isThere] = await Promise.all([add(), transaction.done]);
      return isThere;
    });
  }

  /** Returns false, and stores nothing, if the draft is gone. */
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

  /** Returns the drafts with sound, newest first. */
  async list(userId: UserId): Promise<Draft[]> {
    const drafts = await this.#use((database) => database.getAllFromIndex('drafts', 'userId', userId));
    return drafts
      .filter(({ durationMs }) => durationMs > 0)
      .toSorted((one, other) => other.createdAtMs - one.createdAtMs);
  }

  /** Returns the sound up to the first missing chunk. */
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
      return Promise.all([...remove(transaction, id), transaction.done]);
    });
  }

  async #use<Result>(work: (database: Connection) => Promise<Result>): Promise<Result> {
    const timeoutMs = this.#wholeWrites > 0 ? wholeTimeoutMs : answerTimeoutMs;
    const connection = this.#open();
    const database = await withTimeout(answerTimeoutMs, connection);
    try {
      return await withTimeout(timeoutMs, runAtOnce(work, database));
    } catch (error) {
      const isSilent = isNamed(error, (name) => name === 'TimeoutError');
      if (!isSilent && !isNamed(error, (name) => lossNames.has(name))) throw error;
      this.#lose(connection);
      if (isSilent) throw error;
      return withTimeout(timeoutMs, runAtOnce(work, await withTimeout(answerTimeoutMs, this.#open())));
    }
  }

  /** A pending open is kept: a second one would only queue behind it. */
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
    this.#loss.notify();
  }
}

type Writing = IDBPTransaction<DraftDatabase, ('drafts' | 'chunks')[], 'readwrite'>;

const toChunks = (draftId: RecordingId, sound: readonly Blob[]): Promise<Chunk[]> =>
  Promise.all(sound.map(async (chunk, index) => ({ draftId, index, bytes: await chunk.arrayBuffer() })));

const put = (transaction: Writing, draft: Draft, chunks: readonly Chunk[]): Promise<unknown>[] => [
  transaction
    .objectStore('drafts')
    .put({ ...draft, bytes: chunks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) }),
  // Asynchronous, because a call that throws at once would leave the rejections of the others unhandled.
  ...chunks.map(async (chunk) => transaction.objectStore('chunks').put(chunk)),
];

const remove = (transaction: Writing, id: RecordingId): Promise<unknown>[] => [
  transaction.objectStore('drafts').delete(id),
  transaction.objectStore('chunks').delete(IDBKeyRange.bound([id, 0], [id, Infinity])),
];

function abort(transaction: Writing): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}

/** Asynchronous, so that it also rejects where IndexedDB does not exist, as in some private windows. */
async function openDatabase(name: string, onLost: () => void): Promise<Connection> {
  return openDB<DraftDatabase>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('drafts', { keyPath: 'id' }).createIndex('userId', 'userId');
      database.createObjectStore('chunks', { keyPath: ['draftId', 'index'] });
    },
    // The browser closed it, or asks to close it so that another tab can upgrade.
    terminated: onLost,
    blocking: onLost,
  });
}

/** Calling a closed connection throws at once instead of rejecting. */
const runAtOnce = async <Result>(
  work: (database: Connection) => Promise<Result>,
  database: Connection,
): Promise<Result> => work(database);

/** Returns a draft that has only its sound yet. */
export const newDraft = ({
  id,
  userId,
  mimeType,
  durationMs = 0,
  answer,
}: Pick<Draft, 'id' | 'userId' | 'mimeType' | 'answer'> & Partial<Pick<Draft, 'durationMs'>>): Draft => ({
  id,
  userId,
  createdAtMs: Date.now(),
  mimeType,
  durationMs,
  title: '',
  transcript: null,
  tags: [],
  provisionalText: '',
  sentInput: null,
  isDue: false,
  ...(answer && { answer }),
});
