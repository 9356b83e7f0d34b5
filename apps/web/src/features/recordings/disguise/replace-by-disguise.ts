import type { RecordingId } from '@relato/contract/ids';
import type { ActiveRecording } from '../drafts/store/active-recording.ts';
import { type DiscardOutcome, forgetDiscard, noteDiscard } from '../drafts/store/discards.ts';
import { isFull } from '../drafts/store/make-room.ts';
import { newRecordingId } from '../recorder-api.ts';
import type { RecorderDependencies } from '../recorder-dependencies.ts';
import type { Character } from './draw-voice.ts';

/** A recording with another voice. */
export interface Disguise {
  readonly sound: Blob;
  readonly character: Character;
}

/** An earlier save got no answer, so a story with the original voice may exist. */
export class MaybeSavedError extends Error {
  override readonly name = 'MaybeSavedError';
}

/** Returns why a disguise was not stored. */
export function toFailure(error: unknown): 'maybe-saved' | 'no-room' | 'not-stored' {
  if (error instanceof MaybeSavedError) return 'maybe-saved';
  return isFull(error) ? 'no-room' : 'not-stored';
}

interface Replaced {
  /** The draft of the disguise. */
  readonly id: RecordingId;
  /** Settles once the server has deleted the original recording, or cannot be reached. */
  readonly deletion: Promise<DiscardOutcome>;
}

/**
 * Replaces a recording by its disguise, and deletes the original on the server. If the page ends before the disguise is
 * stored, the original remains; if it ends later, the next start deletes the server's copy. Throws if the disguise cannot be
 * stored.
 */
export async function replaceByDisguise(
  recording: ActiveRecording,
  { sound, character }: Disguise,
  { api }: Pick<RecorderDependencies, 'api'>,
): Promise<Replaced> {
  const { id, ownerId: userId, sentInput } = recording;
  if (userId === null) throw new Error('The recording has no owner');
  if (sentInput !== null) throw new MaybeSavedError();
  const disguised = newRecordingId();
  noteDiscard({ id, userId, after: disguised });
  try {
    await recording.replace(disguised, sound, character);
  } catch (error) {
    forgetDiscard(id);
    throw error;
  }
  return { id: disguised, deletion: api.discard(id, userId) };
}
