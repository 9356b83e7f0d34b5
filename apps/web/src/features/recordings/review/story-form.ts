import type { ErrorCode } from '@relato/contract/errors';
import { checkTitle } from '@relato/contract/stories/rules';
import { toStoredText } from '@relato/contract/text/rules';
import { checkTranscript } from '@relato/contract/transcription/rules';
import {
  closeEditor,
  emptyTranscript,
  reduceTranscript,
  toTranscriptText,
  type Transcript,
  type TranscriptEvent,
} from '../../../lib/transcript/transcript-edits.ts';

export interface StoryForm {
  readonly title: string;
  readonly transcript: Transcript;
  readonly tags: readonly string[];
}

export type FormEvent =
  | { readonly type: 'title-changed'; readonly title: string }
  | {
      readonly type: 'transcript-heard';
      readonly heard: NonNullable<Transcript['heard']>;
      readonly isProvisional: boolean;
    }
  | TranscriptEvent
  | { readonly type: 'tags-changed'; readonly tags: readonly string[] };

export const emptyForm: StoryForm = { title: '', transcript: emptyTranscript, tags: [] };

interface FormRefusals {
  readonly title?: ErrorCode;
  readonly transcript?: ErrorCode;
}

/** Returns why the form cannot be saved. Its tags were checked one by one when they were added. */
export function checkForm({ title, transcript }: StoryForm): FormRefusals {
  const titleRefusal = checkTitle(title);
  const transcriptRefusal = checkTranscript(toTranscriptText(transcript));
  return {
    ...(titleRefusal && { title: titleRefusal }),
    ...(transcriptRefusal && { transcript: transcriptRefusal }),
  };
}

export function reduceForm(form: StoryForm, event: FormEvent): StoryForm {
  const { transcript } = form;
  switch (event.type) {
    case 'title-changed':
      return { ...form, title: event.title };
    case 'transcript-heard': {
      const { heard, isProvisional } = event;
      const changed = { ...transcript, heard, isProvisional };
      // An editor that was opened before the text came, and not typed in, shows it.
      const editing = isEdited(transcript)
        ? transcript.editing
        : toTranscriptText({ ...changed, editing: null });
      return { ...form, transcript: { ...changed, editing: transcript.editing === null ? null : editing } };
    }
    case 'tags-changed':
      return { ...form, tags: event.tags };
    case 'edit-began':
    case 'transcript-changed':
    case 'edit-saved':
    case 'word-corrected':
    case 'undone':
    case 'redone':
      return { ...form, transcript: reduceTranscript(transcript, event) };
  }
}

const isEdited = (transcript: Transcript): boolean =>
  transcript.editing !== null && transcript.editing !== toTranscriptText({ ...transcript, editing: null });

/** The fields of a form that are stored with the sound; a recognized text comes from the server again. */
type DraftFields = Pick<StoryForm, 'title' | 'tags'> & { readonly transcript: string | null };

export function toDraftFields({ title, transcript, tags }: StoryForm): DraftFields {
  return { title, tags, transcript: closeEditor(transcript).written };
}

export function toRecoveredForm({ title, transcript, tags }: DraftFields): StoryForm {
  return { title, tags, transcript: { ...emptyTranscript, written: transcript } };
}

/** The input of `stories.create`; without `transcript` the story takes the server's transcript. */
export interface StoryInput {
  readonly title: string;
  readonly transcript?: string;
  readonly tags: readonly string[];
}

export function toStoryInput({ title, transcript, tags }: StoryForm): StoryInput {
  const { written, heard, isProvisional } = closeEditor(transcript);
  const text = written ?? (isProvisional ? heard?.text : undefined);
  return {
    title: toStoredText(title),
    ...(text === undefined || (isProvisional && text.trim() === '')
      ? {}
      : { transcript: toStoredText(text) }),
    tags,
  };
}
