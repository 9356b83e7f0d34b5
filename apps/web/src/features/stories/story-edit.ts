import type { ErrorCode } from '@relato/contract/errors';
import { limits } from '@relato/contract/limits';
import type { StorySummary } from '@relato/contract/stories/types';
import { isBlank } from '@relato/contract/text';
import { isObject } from '../../lib/errors/error-data.ts';
import { storeInTab, readFromTab } from '../../lib/tab-storage.ts';

/** What an owner typed over a story; a field that was left alone follows the story. */
export interface StoryEdit {
  readonly title?: string;
  readonly transcript?: string;
}

type Editable = Pick<StorySummary, 'title' | 'transcript'>;

/** The texts that are somebody's own: what stands for a missing transcript is none. */
export const toEditable = ({ title, transcript, transcriptStatus }: StorySummary): Editable => ({
  title,
  transcript: transcriptStatus === 'missing' ? '' : transcript,
});

/** Why a text cannot be saved; the server holds the same rules. */
export function checkEdit({ title, transcript }: StoryEdit): Partial<Record<keyof StoryEdit, ErrorCode>> {
  const { maxLength } = limits.transcript;
  return {
    ...(title !== undefined && isBlank(title) && { title: 'TITLE_REQUIRED' }),
    ...(title !== undefined && title.trim().length > limits.title.maxLength && { title: 'TITLE_TOO_LONG' }),
    ...(transcript !== undefined &&
      transcript.trim().length > maxLength && { transcript: 'TRANSCRIPT_TOO_LONG' }),
  };
}

/** Only what differs is sent: two windows that change different fields do not undo each other. */
export function toChanges(story: Editable, { title, transcript }: StoryEdit): StoryEdit {
  return {
    ...(title !== undefined && title.trim() !== story.title && { title: title.trim() }),
    ...(transcript !== undefined &&
      transcript.trim() !== story.transcript && { transcript: transcript.trim() }),
  };
}

const keyOf = (storyId: string) => `relato.edit.${storyId}`;

/** What was typed and not saved: a sheet that closes by mistake, or a page that is loaded again, loses nothing. */
export function readUnsaved(storyId: string): StoryEdit {
  const value = readFromTab(keyOf(storyId));
  if (!isObject(value)) return {};
  const { title, transcript } = value as Partial<Record<keyof StoryEdit, unknown>>; // each part is checked below
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof transcript === 'string' && { transcript }),
  };
}

export const keepUnsaved = (storyId: string, edit: StoryEdit): void => storeInTab(keyOf(storyId), edit);
export const dropUnsaved = (storyId: string): void => storeInTab(keyOf(storyId), null);
