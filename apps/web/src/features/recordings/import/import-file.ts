import type { RecordingId, UserId } from '@relato/contract/ids';
import { type DraftStore, newDraft } from '../drafts/store/draft-store.ts';
import { newRecordingId } from '../recorder-api.ts';
import { checkFile, isTooLong, type ImportRefusal } from './check-file.ts';

interface ImportOptions {
  readonly file: File;
  readonly userId: UserId;
  readonly drafts: Pick<DraftStore, 'write'>;
  /** Null if the browser cannot tell. */
  readonly measureDurationMs: (file: Blob) => Promise<number | null>;
  /** Removes the data that this browser can spare; called if it does not store the file. */
  readonly makeRoom: () => Promise<void>;
}

type Imported = { readonly id: RecordingId } | { readonly refusal: ImportRefusal };

const chunkBytes = 512 * 1024;
/** Drafts without a duration have no sound yet. The server measures the true one. */
const unknownDurationMs = 1;

/** Makes a draft of an audio file, as if it had been recorded here. */
export async function importFile({
  file,
  userId,
  drafts,
  measureDurationMs,
  makeRoom,
}: ImportOptions): Promise<Imported> {
  const refusal = checkFile(file);
  if (refusal) return { refusal };
  const durationMs = await measureDurationMs(file);
  if (isTooLong(durationMs)) return { refusal: 'AUDIO_TOO_LONG' };
  const id = newRecordingId();
  const draft = newDraft({
    id,
    userId,
    mimeType: file.type || 'application/octet-stream',
    durationMs: durationMs ?? unknownDurationMs,
  });
  const chunks = Array.from({ length: Math.ceil(file.size / chunkBytes) }, (_, index) =>
    file.slice(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const store = () => drafts.write(draft, chunks);
  try {
    await store().catch(() => makeRoom().then(store));
    return { id };
  } catch (error) {
    console.warn('The file could not be stored', error);
    return { refusal: 'not-stored' };
  }
}
