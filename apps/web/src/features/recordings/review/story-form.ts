import type { ErrorCode } from '@relato/contract/errors';
import { limits } from '@relato/contract/limits';
import { checkTitle } from '@relato/contract/stories/rules';
import type { OriginKind, StoryVisibility } from '@relato/contract/stories/types';
import { toStoredText } from '@relato/contract/text/rules';
import { checkTranscript } from '@relato/contract/transcription/rules';
import { toOwn, type Answerable } from '../../../lib/kept-question.ts';
import { answersText } from '../../../messages/recordings/answers.ts';
import {
  closeEditor,
  emptyTranscript,
  reduceTranscript,
  toTranscriptText,
  type Transcript,
  type TranscriptEvent,
} from '../../../lib/transcript/transcript-edits.ts';

/** The question or story that this one answers, with the listeners that its author chose. */
export interface FormAnswer extends Answerable {
  readonly visibility: AnswerVisibility;
  /** The username of the replier, for the title. */
  readonly by?: string;
}

/** `apart`: a private story that answers nothing. */
export type AnswerVisibility = StoryVisibility | 'apart';

/** The user who records or imports an answer. */
interface Answerer {
  readonly userId: string;
  readonly username: string | null;
}

/**
 * Returns the user's answer with its first visibility: shared with its asker or as a reply. A follow-up is private, as all
 * stories are at first. Returns undefined for another user's question, and for the user's own: a visitor may have signed in
 * as its asker since the press.
 */
export function toFormAnswer(
  question: Answerable | null,
  { userId, username }: Answerer,
): FormAnswer | undefined {
  const own = toOwn(question, userId);
  if (!own) return undefined;
  return {
    ...own,
    visibility: own.kind === 'grown' ? 'private' : 'shared',
    ...(own.kind === 'reply' && username !== null && { by: username }),
  };
}

/** Returns whether the recording is too long for the reply that it was meant to be. */
export const isTooLong = ({ kind }: Answerable, durationMs: number): boolean =>
  kind === 'reply' && durationMs > limits.reply.maxDurationMs + limits.recording.durationToleranceMs;

/**
 * Returns an answer that its author never gave: a private story, which leaves a question open. A private reply is not a reply,
 * but a story of its own.
 */
export const toUnsharedAnswer = ({ answer }: Pick<StoryForm, 'answer'>): Pick<StoryForm, 'answer'> =>
  answer && answer.visibility !== 'apart'
    ? { answer: { ...answer, visibility: answer.kind ? 'private' : 'apart' } }
    : {};

export interface StoryForm {
  readonly title: string;
  readonly transcript: Transcript;
  readonly tags: readonly string[];
  /** Missing if the recording answers no question. */
  readonly answer?: FormAnswer;
}

export type FormEvent =
  | { readonly type: 'title-changed'; readonly title: string }
  | {
      readonly type: 'transcript-heard';
      readonly heard: NonNullable<Transcript['heard']>;
      readonly isProvisional: boolean;
    }
  | TranscriptEvent
  | { readonly type: 'tags-changed'; readonly tags: readonly string[] }
  | { readonly type: 'visibility-chosen'; readonly visibility: AnswerVisibility };

export const emptyForm: StoryForm = { title: '', transcript: emptyTranscript, tags: [] };

export const toFirstForm = (answer: FormAnswer | undefined): StoryForm => ({
  ...emptyForm,
  title: toFirstTitle(answer),
  ...(answer && { answer }),
});

/**
 * A reply gets a default title, so that the user need not write one. It reveals nothing of the other story, which may be
 * deleted.
 */
const toFirstTitle = (answer: FormAnswer | undefined): string =>
  answer?.kind === 'reply' ? answersText.replyTitle(answer.by) : '';

interface FormRefusals {
  readonly title?: ErrorCode;
  readonly transcript?: ErrorCode;
}

/** Returns why the form cannot be saved. Tags are checked when they are added. */
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
      return { ...form, transcript: { ...transcript, heard, isProvisional } };
    }
    case 'tags-changed':
      return { ...form, tags: event.tags };
    case 'visibility-chosen':
      return form.answer ? { ...form, answer: { ...form.answer, visibility: event.visibility } } : form;
    case 'edit-began':
    case 'transcript-changed':
    case 'edit-saved':
    case 'word-corrected':
    case 'undone':
    case 'redone':
      return { ...form, transcript: reduceTranscript(transcript, event) };
  }
}

/** The fields of a form that are stored with the sound; a recognized text comes from the server again. */
type DraftFields = Pick<StoryForm, 'title' | 'tags' | 'answer'> & { readonly transcript: string | null };

export function toDraftFields({ title, transcript, tags, answer }: StoryForm): DraftFields {
  return { title, tags, transcript: closeEditor(transcript).written, ...(answer && { answer }) };
}

export function toRecoveredForm({ title, transcript, tags, answer }: DraftFields): StoryForm {
  return {
    title: title || toFirstTitle(answer),
    tags,
    transcript: { ...emptyTranscript, written: transcript },
    ...(answer && { answer }),
  };
}

/** The input of `stories.create`; without `transcript` the story takes the server's transcript. */
export interface StoryInput {
  readonly title: string;
  readonly transcript?: string;
  readonly tags: readonly string[];
  readonly answers?: {
    readonly token: string;
    readonly kind?: OriginKind;
    readonly visibility: StoryVisibility;
  };
}

/** An input that was sent and whose outcome is unknown. */
export interface SentInput extends StoryInput {
  /** True if it was repeated with other listeners, so that the story may have either. */
  readonly isRechosen?: boolean;
}

export function toStoryInput({ title, transcript, tags, answer }: StoryForm): StoryInput {
  const { token, kind, visibility = 'apart' } = answer ?? {};
  const { written, heard, isProvisional } = closeEditor(transcript);
  const text = written ?? (isProvisional ? heard?.text : undefined);
  return {
    title: toStoredText(title),
    ...(text === undefined || (isProvisional && text.trim() === '')
      ? {}
      : { transcript: toStoredText(text) }),
    tags,
    ...(token !== undefined &&
      visibility !== 'apart' && { answers: { token, ...(kind && { kind }), visibility } }),
  };
}
