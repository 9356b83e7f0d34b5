import type { RecordingId, UserId } from '@relato/contract/ids';
import { withTimeout } from '../../../../lib/with-timeout.ts';
import type { DeliveryEvent } from '../../review/review-state.ts';
import type { Answerable } from '../../../../lib/kept-question.ts';
import { type FormAnswer, type SentInput, toFormAnswer } from '../../review/story-form.ts';
import type { Character } from '../../disguise/draw-voice.ts';
import { cutSound } from '../../import/cut-sound.ts';
import { RecordedBytes } from '../../upload/recorded-bytes.ts';
import {
  type Draft,
  type DraftChanges,
  type DraftStore,
  type DraftTrouble,
  finalTroubles,
  newDraft,
} from './draft-store.ts';
import type { lockDraft } from './drafts.ts';
import { isOnlyHead } from './is-only-head.ts';
import { writeWithRoom } from './make-room.ts';
import type { Unstored } from './unstored.ts';
import { WriteQueue, type StorageHealth } from './write-queue.ts';

interface DraftAccess {
  readonly drafts: DraftStore;
  readonly lockDraft: typeof lockDraft;
}

interface Recorded {
  readonly userId: UserId;
  readonly username: string | null;
  readonly question: Answerable | null;
}

interface ActiveRecordingOptions {
  readonly id: RecordingId;
  readonly drafts: DraftStore;
  /** Called when the browser first stores data, when writes begin to fail, and when they work again. */
  readonly onStorageHealth: (health: StorageHealth) => void;
  /** Frees storage of this browser, because the recording does not fit. */
  readonly makeRoom: () => Promise<void>;
}

const doNothing = (): void => undefined;

/** The longest wait for the removal of a draft. */
const removalPatienceMs = 2_000;

/** The recording that the recorder works on: its bytes in memory, and their copy in the browser's storage. */
export class ActiveRecording {
  readonly id: RecordingId;
  readonly bytes = new RecordedBytes();
  /** The account that recorded it; null until it is known. */
  ownerId: UserId | null = null;
  mimeType = '';
  provisionalText = '';
  /** Resolves when the browser's speech recognition has delivered its last words. */
  recognized: Promise<void> = Promise.resolve();
  sentInput: SentInput | null = null;
  saving: Promise<unknown> = Promise.resolve();
  /** The `blob:` address of the sound. */
  src: string | null = null;
  /** Releases the lock on the draft, so that other tabs can open it. */
  release: () => void = doNothing;
  readonly #drafts: DraftStore;
  readonly #makeRoom: () => Promise<void>;
  readonly #storage: WriteQueue;
  readonly #stopListening: () => void;
  /** The draft as it is or will be stored; null before it is known and after it was forgotten. */
  #draft: Draft | null = null;
  #chunks = 0;

  constructor({ id, drafts, onStorageHealth, makeRoom }: ActiveRecordingOptions) {
    this.id = id;
    this.#drafts = drafts;
    this.#makeRoom = makeRoom;
    this.#storage = new WriteQueue(onStorageHealth);
    // The browser may have evicted the data: what is in memory is stored again.
    this.#stopListening = drafts.onLost(() => {
      if (this.bytes.size > 0) this.#storage.replace(() => this.#writeAll());
    });
  }

  get storageHealth(): StorageHealth {
    return this.#storage.health;
  }

  /** Starts a new recording. It is stored with its first sound. */
  begin({ userId, username, question }: Recorded, mimeType: string): void {
    this.ownerId = userId;
    this.mimeType = mimeType;
    const answer = toFormAnswer(question, { userId, username });
    this.#draft = newDraft({ id: this.id, userId, mimeType, ...(answer && { answer }) });
  }

  get answer(): FormAnswer | undefined {
    return this.#draft?.answer;
  }

  /** False without sound, and once it was forgotten. */
  get isKept(): boolean {
    return this.#draft !== null && this.bytes.size > 0;
  }

  /** True if this browser stores a draft that is saved without the user. */
  get isQueued(): boolean {
    return this.#draft?.isDue === true && this.storageHealth === 'stored';
  }

  /** True if the server will never accept it. */
  get isRefused(): boolean {
    const trouble = this.#draft?.trouble;
    return !!trouble && finalTroubles.has(trouble);
  }

  load(draft: Draft, sound: readonly Blob[]): void {
    const { userId, mimeType, provisionalText, sentInput } = draft;
    this.ownerId = userId;
    this.mimeType = mimeType;
    this.provisionalText = provisionalText;
    this.sentInput = sentInput;
    for (const chunk of sound) this.bytes.append(chunk);
    this.bytes.complete();
    this.#draft = draft;
  }

  /** Loads a recording that was not stored, and tries again to store it. */
  async restore({ draft, sound }: Unstored): Promise<void> {
    this.load(draft, sound);
    this.#store(async () => false);
    await this.settle();
  }

  /** Hands over the recording and its lock, if this browser did not store all of it. */
  takeUnstored(): Unstored | null {
    const { release } = this;
    if (!this.#draft || this.storageHealth !== 'failing') return null;
    this.release = doNothing;
    return { draft: this.#draft, sound: this.bytes.chunks, release };
  }

  addChunk(chunk: Blob, durationMs: number): void {
    const index = this.#chunks;
    this.#chunks += 1;
    this.bytes.append(chunk);
    this.#change({ durationMs });
    this.#store(() => this.#drafts.addChunk(this.id, index, chunk, durationMs));
  }

  /**
   * Replaces this recording by its disguise, under a new id that no upload of this one can continue. Returns the new draft.
   * Throws if this browser cannot store it, and restores the state before.
   */
  async replace(id: RecordingId, sound: Blob, disguise: Character): Promise<Draft> {
    const draft = this.#draft;
    if (!draft) throw new Error('The recording is gone');
    const disguised: Draft = { ...draft, id, mimeType: sound.type, disguise, isDue: false, trouble: null };
    // A waiting write that finds no draft would store this recording again.
    this.#draft = null;
    const hadWrites = await this.#storage.end();
    try {
      const place = () => this.#drafts.place(disguised, cutSound(sound), this.id);
      await writeWithRoom(place, this.#makeRoom);
      return disguised;
    } catch (error) {
      this.#draft = draft;
      // The next small write would mistake a partly stored recording for the whole.
      if (hadWrites) this.#storage.replace(() => this.#writeAll());
      throw error;
    }
  }

  /** Remembers the input of a save until its outcome is known. */
  rememberSent(sentInput: SentInput | null): void {
    this.sentInput = sentInput;
    this.keep({ sentInput });
  }

  keep(changes: DraftChanges): void {
    this.#change(changes);
    // Without sound, nothing is stored yet.
    if (this.bytes.size > 0) this.#store(() => this.#drafts.update(this.id, changes));
  }

  noteDelivery(event: DeliveryEvent): void {
    const trouble = toTrouble(event);
    if (trouble !== undefined && trouble !== (this.#draft?.trouble ?? null)) this.keep({ trouble });
  }

  /** Returns the text of the browser's speech recognition, once it has ended. */
  async readProvisionalText(): Promise<string> {
    await this.recognized;
    return this.provisionalText;
  }

  /** Resolves when everything is stored, or when a few seconds have passed. */
  async settle(): Promise<void> {
    await this.#storage.settle();
  }

  /** Removes the browser's copy, because the server has the story or the user discarded it. */
  async forget(): Promise<void> {
    this.#draft = null;
    try {
      await withTimeout(removalPatienceMs, this.#remove());
    } catch (error) {
      // It will be offered as unsaved again, which is better than a failed save.
      console.warn('The draft could not be removed', error);
    }
  }

  /** Keeps the lock until a save has its answer, so that no other tab saves the recording meanwhile. */
  close(): void {
    this.#stopListening();
    if (this.src !== null) URL.revokeObjectURL(this.src);
    const release = () => this.release();
    void this.saving.then(release, release);
  }

  #change(changes: DraftChanges): void {
    if (this.#draft) this.#draft = { ...this.#draft, ...changes };
  }

  /** `write` returns whether the draft existed; if it did not, the whole draft is written. */
  #store(write: () => Promise<boolean>): void {
    const store = async () => (await write()) || this.#writeAll();
    this.#storage.push(() => writeWithRoom(store, this.#makeRoom));
  }

  /**
   * Writes nothing and returns false while there is no sound: if the page ended then, the draft would have a duration but be
   * empty.
   */
  async #writeAll(): Promise<boolean> {
    const [first, second] = this.bytes.chunks;
    if (!this.#draft || (first && !second && isOnlyHead(await first.arrayBuffer()))) return false;
    await this.#drafts.write(this.#draft, this.bytes.chunks);
    return true;
  }

  async #remove(): Promise<void> {
    await this.#storage.end();
    await this.#drafts.remove(this.id);
  }
}

function toTrouble(event: DeliveryEvent): DraftTrouble | null | undefined {
  if (event.type === 'delivery-failed') return event.failure;
  if (event.type === 'refused') return 'refused';
  if (event.type === 'inspection-delayed') return 'server';
  return event.type === 'uploaded' || event.type === 'inspected' ? null : undefined;
}

/** Why a draft is not open: another tab holds it, this browser has no sound of it, or the storage did not answer. */
type Unopened = 'held' | 'gone' | 'unreadable';
/** Busy: the recorder works on another recording. */
export type Recovery = 'open' | 'busy' | Unopened;

/** Locks the draft of `recording` and loads it, or returns why not. An unstored recording keeps its lock. */
export async function loadDraft(
  recording: ActiveRecording,
  { drafts, lockDraft: hold }: DraftAccess,
  unstored?: Unstored,
): Promise<Draft | Unopened> {
  if (unstored) {
    await recording.restore(unstored);
    return unstored.draft;
  }
  const release = await hold(recording.id);
  if (!release) return 'held';
  recording.release = release;
  try {
    const draft = await drafts.get(recording.id);
    if (draft) recording.load(draft, await drafts.readChunks(recording.id));
    return draft && recording.bytes.size > 0 ? draft : 'gone';
  } catch (error) {
    console.warn('The draft could not be read', error);
    return 'unreadable';
  }
}
