import type { RecordingId, UserId } from '@relato/contract/ids';
import type { Draft, DraftChanges, DraftStore } from './draft-store.ts';
import { RecordedBytes } from './recorded-bytes.ts';
import { StorageQueue } from './storage-queue.ts';
import type { StoryInput } from './story-form.ts';

interface ActiveTakeOptions {
  readonly id: RecordingId;
  readonly drafts: DraftStore;
  /** Told when the browser's storage begins to refuse, and when it takes what is left. */
  readonly onStorageHealth: (isHealthy: boolean) => void;
}

const doNothing = (): void => undefined;

/** The one recording that the recorder works on: its bytes in memory, and their copy in the browser's storage. */
export class ActiveTake {
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
  #chunks = 0;

  constructor({ id, drafts, onStorageHealth }: ActiveTakeOptions) {
    this.id = id;
    this.#drafts = drafts;
    this.#storage = new StorageQueue(onStorageHealth);
  }

  /** False while the browser refuses to store it. */
  get isStored(): boolean {
    return this.#storage.isHealthy;
  }

  /** A new recording begins. */
  begin(userId: UserId, mimeType: string): void {
    this.ownerId = userId;
    this.mimeType = mimeType;
    const draft: Draft = {
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
    this.#storage.push(() => this.#drafts.create(draft));
  }

  /** A recording of before goes on where it was left. */
  async load({ userId, mimeType, provisionalText, sentInput }: Draft): Promise<void> {
    this.ownerId = userId;
    this.mimeType = mimeType;
    this.provisionalText = provisionalText;
    this.sentInput = sentInput;
    for (const chunk of await this.#drafts.readChunks(this.id)) this.bytes.append(chunk);
    this.bytes.complete();
  }

  addChunk(chunk: Blob, durationMs: number): void {
    const index = this.#chunks;
    this.#chunks += 1;
    this.bytes.append(chunk);
    this.#storage.push(() => this.#drafts.addChunk(this.id, index, chunk, durationMs));
  }

  /** What was sent to be saved, while nobody knows what became of it. */
  rememberSent(sentInput: StoryInput | null): void {
    this.sentInput = sentInput;
    this.keep({ sentInput });
  }

  keep(changes: DraftChanges): void {
    this.#storage.push(() => this.#drafts.update(this.id, changes));
  }

  /** Resolves when what there is to store is stored, or cannot be. */
  async settle(): Promise<void> {
    await this.#storage.settle();
  }

  /** The browser's copy is let go: the server has it as a story, or the person does not want it. */
  async forget(): Promise<void> {
    try {
      await this.#storage.settle();
      await this.#drafts.remove(this.id);
    } catch (error) {
      // It will be offered again as unsaved, which is better than a save that fails for it.
      console.warn('The draft could not be removed', error);
    }
  }

  close(): void {
    if (this.src !== null) URL.revokeObjectURL(this.src);
    this.release();
  }
}
