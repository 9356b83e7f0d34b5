import type { ErrorCode } from '@relato/contract/errors';
import { checkTitle } from '@relato/contract/stories/rules';
import type { Story, StorySummary } from '@relato/contract/stories/types';
import { toStoredText } from '@relato/contract/text/rules';
import { checkTranscript } from '@relato/contract/transcription/rules';
import type { StoryWord, TranscriptWord } from '@relato/contract/transcription/types';
import { isObject } from '../../../lib/errors/error-data.ts';
import { toTypedText, type TranscriptEdits } from '../../../lib/transcript/transcript-edits.ts';
import { storeInTab, readFromTab } from '../../../lib/tab-storage.ts';

/** The fields that the owner changed; an untouched field follows the story. */
export interface StoryEdit {
  readonly title?: string;
  readonly transcript?: string;
  /** The text of the story that the owner changed. Missing for an untouched text; empty if any may be replaced. */
  readonly was?: string | undefined;
}

export function toEdit(title: string | undefined, edits: TranscriptEdits): StoryEdit {
  const transcript = toTypedText(edits);
  return { ...(title !== undefined && { title }), ...(transcript !== null && { transcript }) };
}

/**
 * Returns the text that an edit changes, after a step of the user: `was` before that step, or else the text `now`. What was undone
 * was made of the text of its time, and can come back.
 */
export function toBase(
  before: TranscriptEdits,
  after: TranscriptEdits,
  { was, now }: { readonly was: string | undefined; readonly now: string },
): string | undefined {
  if (toTypedText(after) === null) return after.redoable.length === 0 ? undefined : was;
  const isBegun = toTypedText(before) === null && after.written !== before.redoable.at(-1);
  return isBegun ? now : (was ?? now);
}

const toTranscriptWord = ({ text, startMs, endMs, confidence = null }: StoryWord): TranscriptWord => ({
  text,
  startMs,
  endMs,
  confidence,
});

/** Returns the words of a story as its author gets them; null if they have no timings. */
export function toHeardWords(story: Story | undefined): readonly TranscriptWord[] | null {
  const words = story?.transcriptWords ?? [];
  return words.length === 0 ? null : words.map(toTranscriptWord);
}

type Editable = Pick<StorySummary, 'title' | 'transcript'>;
type EditableStory = Editable & Pick<StorySummary, 'transcriptStatus'>;

/** Returns the texts that the owner can edit: the placeholder of a missing transcript is not one of them. */
export const toEditable = ({ title, transcript, transcriptStatus }: EditableStory): Editable => ({
  title,
  transcript: transcriptStatus === 'missing' ? '' : transcript,
});

/** Returns why the changed texts cannot be saved. */
export function checkEdit({
  title,
  transcript,
}: StoryEdit): Partial<Record<'title' | 'transcript', ErrorCode>> {
  const titleRefusal = title === undefined ? null : checkTitle(title);
  const transcriptRefusal = transcript === undefined ? null : checkTranscript(transcript);
  return {
    ...(titleRefusal && { title: titleRefusal }),
    ...(transcriptRefusal && { transcript: transcriptRefusal }),
  };
}

const isChanged = (typed: string | undefined, saved: string): typed is string =>
  typed !== undefined && toStoredText(typed) !== toStoredText(saved);

/** Returns only the changed fields, so that two windows that edit different fields do not undo each other. */
export function toChanges(story: Editable, { title, transcript, was }: StoryEdit): StoryEdit {
  return {
    ...(isChanged(title, story.title) && { title: toStoredText(title) }),
    ...(isChanged(transcript, story.transcript) && {
      transcript: toStoredText(transcript),
      // The author's text stays in place of one that arrives for the first time.
      ...(was && { was }),
    }),
  };
}

const keyOf = (storyId: string) => `edit.${storyId}`;

/** Returns unsaved input, so that closing the sheet or reloading the page loses nothing. */
export function readUnsavedEdit(storyId: string): StoryEdit {
  const value = readFromTab(keyOf(storyId));
  if (!isObject(value)) return {};
  const { title, transcript, was } = value as Partial<Record<keyof StoryEdit, unknown>>; // each part is checked below
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof transcript === 'string' && { transcript }),
    ...(typeof was === 'string' && { was }),
  };
}

/** A text that was opened but not changed follows the story, because it may be transcribed again meanwhile. */
export const storeUnsavedEdit = (story: EditableStory & { readonly id: string }, edit: StoryEdit): void =>
  storeInTab(keyOf(story.id), toChanges(toEditable(story), edit));

/** Stores which text the unsaved one replaces from now on. */
export function rebaseUnsaved(storyId: string, was: string): void {
  const unsaved = readUnsavedEdit(storyId);
  if (unsaved.transcript !== undefined) storeInTab(keyOf(storyId), { ...unsaved, was });
}

type SentEdit = { readonly [Field in keyof StoryEdit]?: StoryEdit[Field] | undefined };

/** Removes the changes that were sent as they were stored. Returns whether the user has typed more since, which stays. */
export function endSaving(storyId: string, sent: SentEdit): boolean {
  const { title, transcript } = readUnsavedEdit(storyId);
  const hasMore = title !== sent.title || transcript !== sent.transcript;
  if (!hasMore) storeInTab(keyOf(storyId), null);
  return hasMore;
}

/** Removes the edited text, because the author requests another transcription. */
export function forgetUnsavedTranscript(storyId: string): void {
  const { transcript: _transcript, was: _was, ...others } = readUnsavedEdit(storyId);
  storeInTab(keyOf(storyId), others);
}
