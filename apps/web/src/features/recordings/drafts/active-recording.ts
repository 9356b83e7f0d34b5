import type { RecordingId, UserId } from '@relato/contract/ids';
import { withTimeout } from '../../../lib/with-timeout.ts';
import type { StoryInput } from '../review/story-form.ts';
import { RecordedBytes } from '../upload/recorded-bytes.ts';
import type { Draft, DraftChanges, DraftStore } from './draft-store.ts';
import type { lockDraft } from './drafts.ts';
import { StorageQueue, type StorageHealth } from './storage-queue.ts';

interface DraftAccess {
  readonly drafts: DraftStore;
  readonly lockDraft: typeof lockDraft;
}

interface ActiveRecordingOptions {
  readonly id: RecordingId;
  readonly drafts: DraftStore;
  /** Told when the browser's storage took the first of it, when it begins to refuse, and when it takes what is left. */
  readonly onStorageHealth: (health: StorageHealth) => void;
}

const doNothing = (): void => undefined;

/** For how long a person waits until a draft is removed. */
const removalPatienceMs = 2_000;

/** The one recording that the recorder works on: its bytes in memory, and their copy in the browser's storage. */
export class ActiveRecording {
  readonly id: RecordingId;
  readonly bytes = new RecordedBytes();
  /** The account that recorded it; null until it is known. */
  ownerId: UserId | null = null;
  mimeType = '';
  provisionalText = '';
  /** Resolves when the browser's own recognition has said its last word. */
  recognized: Promise<void> = Promise.resolve();
  sentInput: StoryInput | null = null;
  /** Its `blob:` address. */
  src: string | null = null;
  /** Lets other tabs have the draft. */
  release: () => void = doNothing;
  readonly #drafts: DraftStore;
  readonly #storage: StorageQueue;
  readonly #stopListening: () => void;
  /** As it is, or will be, in the storage; null until it is known, and when it is to be forgotten. */
  #draft: Draft | null = null;
  #chunks = 0;

  constructor({ id, drafts, onStorageHealth }: ActiveRecordingOptions) {
    this.id = id;
    this.#drafts = drafts;
    this.#storage = new StorageQueue(onStorageHealth);
    // The browser may have thrown away what was stored: what is in memory is stored again.
    this.#stopListening = drafts.onLost(() => {
      if (this.bytes.size > 0) this.#storage.replace(() => this.#writeAll());
    });
  }

  get storageHealth(): StorageHealth {
    return this.#storage.health;
  }

  /** A new recording begins. It is stored with its first chunk. */
  begin(userId: UserId, mimeType: string): void {
    this.ownerId = userId;
    this.mimeType = mimeType;
    this.#draft = {
      id: this.id,
      userId,
      createdAtMs: Date.now(),
      mimeType,
      durationMs: 0,
      title: '',
      transcript: null,
      tags: [],
      provisionalText: '',
      sentInput: null,
      isDue: false,
    };
  }

  /** A recording of before goes on where it was left. */
  async load(draft: Draft): Promise<void> {
    const { userId, mimeType, provisionalText, sentInput } = draft;
    this.ownerId = userId;
    this.mimeType = mimeType;
    this.provisionalText = provisionalText;
    this.sentInput = sentInput;
    for (const chunk of await this.#drafts.readChunks(this.id)) this.bytes.append(chunk);
    this.bytes.complete();
    this.#draft = draft;
  }

  addChunk(chunk: Blob, durationMs: number): void {
    const index = this.#chunks;
    this.#chunks += 1;
    this.bytes.append(chunk);
    this.#change({ durationMs });
    this.#store(() => this.#drafts.addChunk(this.id, index, chunk, durationMs));
  }

  /** What was sent to be saved, while nobody knows what became of it. */
  rememberSent(sentInput: StoryInput | null): void {
    this.sentInput = sentInput;
    this.keep({ sentInput });
  }

  keep(changes: DraftChanges): void {
    this.#change(changes);
    // Without sound there is nothing in the storage yet.
    if (this.bytes.size > 0) this.#store(() => this.#drafts.update(this.id, changes));
  }

  /** Resolves when what there is to store is stored, or is not within a few seconds. */
  async settle(): Promise<void> {
    await this.#storage.settle();
  }

  /** The browser's copy is let go: the server has it as a story, or the person does not want it. */
  async forget(): Promise<void> {
    this.#draft = null;
    try {
      await withTimeout(removalPatienceMs, this.#remove());
    } catch (error) {
      // It will be offered again as unsaved, which is better than a save that fails for it.
      console.warn('The draft could not be removed', error);
    }
  }

  close(): void {
    this.#stopListening();
    if (this.src !== null) URL.revokeObjectURL(this.src);
    this.release();
  }

  #change(changes: DraftChanges): void {
    if (this.#draft) this.#draft = { ...this.#draft, ...changes };
  }

  /** `write` answers whether the draft was there; where it is not, or not any more, all of it is stored. */
  #store(write: () => Promise<boolean>): void {
    this.#storage.push(async () => {
      if (!(await write())) await this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    if (this.#draft) await this.#drafts.write(this.#draft, this.bytes.chunks);
  }

  async #remove(): Promise<void> {
    await this.#storage.end();
    await this.#drafts.remove(this.id);
  }
}

/** Holds the draft of `recording` and loads it; null when another tab holds it, or when there is none with sound. */
export async function loadDraft(
  recording: ActiveRecording,
  { drafts, lockDraft: hold }: DraftAccess,
): Promise<Draft | null> {
  const release = await hold(recording.id);
  if (!release) return null;
  recording.release = release;
  try {
    const draft = await drafts.get(recording.id);
    if (draft) await recording.load(draft);
    return recording.bytes.size > 0 ? draft : null;
  } catch (error) {
    console.warn('The draft could not be read', error);
    return null;
  }
}
