import type { RecordingId, UserId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import { type DraftStore, newDraft } from '../drafts/store/draft-store.ts';
import { isFull, writeWithRoom } from '../drafts/store/make-room.ts';
import { newRecordingId } from '../recorder-api.ts';
import { cutSound } from './cut-sound.ts';

interface ImportOptions {
  readonly file: File;
  readonly userId: UserId;
  readonly drafts: Pick<DraftStore, 'place'>;
  /** Null if the browser cannot tell. */
  readonly measureDurationMs: (file: Blob) => Promise<number | null>;
  /** Frees storage of this browser. Called if the file does not fit. */
  readonly makeRoom: () => Promise<void>;
}

type Imported = { readonly id: RecordingId } | { readonly refusal: ImportRefusal };

/** A placeholder until the server has measured the duration, because drafts without a duration have no sound yet. */
const unknownDurationMs = 1;

/** Creates a draft from an audio file, as if it had been recorded here. */
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
  try {
    await writeWithRoom(() => drafts.place(draft, cutSound(file)), makeRoom);
    return { id };
  } catch (error) {
    console.warn('The file could not be stored', error);
    return { refusal: toRefusal(error) };
  }
}

/** The errors of a file that was moved or deleted, or that its app does not hand out. */
const unreadable = new Set(['NotFoundError', 'NotReadableError']);

function toRefusal(error: unknown): ImportRefusal {
  if (isFull(error)) return 'no-room';
  return error instanceof Error && unreadable.has(error.name) ? 'unreadable' : 'not-stored';
}

/** The reasons why a file cannot become a recording. The codes are those of an inspection. */
export type ImportRefusal =
  | 'AUDIO_EMPTY'
  | 'AUDIO_TOO_BIG'
  | 'AUDIO_TOO_LONG'
  | 'AUDIO_NOT_AUDIO'
  | 'unreadable'
  | 'no-room'
  | 'not-stored'
  | 'not-shared';

const { maxBytes, maxDurationMs, durationToleranceMs } = limits.recording;

/**
 * Returns why a file cannot be imported, or null, without reading it. The server checks its bytes later. Some systems give
 * no type.
 */
export function checkFile({ size, type }: Pick<File, 'size' | 'type'>): ImportRefusal | null {
  if (type !== '' && !/^(audio|video)\/|^application\/ogg$/.test(type)) return 'AUDIO_NOT_AUDIO';
  if (size === 0) return 'AUDIO_EMPTY';
  return size > maxBytes ? 'AUDIO_TOO_BIG' : null;
}

/** Returns whether the recording is too long. A browser that cannot read the duration (null) leaves that to the server. */
const isTooLong = (durationMs: number | null): boolean =>
  durationMs !== null && durationMs > maxDurationMs + durationToleranceMs;
