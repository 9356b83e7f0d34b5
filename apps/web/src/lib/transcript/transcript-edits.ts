import { limits } from '@relato/contract/limits';
import { alignWords } from '@relato/contract/transcription/align-words';
import type { HeardTranscript, TranscriptWord } from '@relato/contract/transcription/types';

/** The user's edits of a transcript. There is one text at a time, from which the words and their times are derived. */
export interface TranscriptEdits {
  /** The text that the user wrote instead; null while untouched. */
  readonly written: string | null;
  /** The text that is being edited as a whole; null otherwise. */
  readonly editing: string | null;
  /** The text that the editor showed before the user typed. While `editing` equals it, the current text is shown. */
  readonly began: string | null;
  /** The values of `written` before each change, latest last. */
  readonly undoable: readonly (string | null)[];
  /** The values of `written` that were undone, latest last. */
  readonly redoable: readonly (string | null)[];
}

/** A transcript shows the recognized text until the user writes something else. */
export interface Transcript extends TranscriptEdits {
  readonly heard: HeardTranscript | null;
  /** The browser recognized the text, so the server does not have it. */
  readonly isProvisional: boolean;
}

type TranscriptTexts = Pick<TranscriptEdits, 'written' | 'editing' | 'began'> & {
  readonly heard: Omit<HeardTranscript, 'isUnsure'> | null;
};

export type TranscriptEvent =
  | { readonly type: 'edit-began' }
  | { readonly type: 'transcript-changed'; readonly text: string }
  | { readonly type: 'edit-saved' }
  /** An empty text removes the word; several words take the time of the one. */
  | { readonly type: 'word-corrected'; readonly index: number; readonly text: string }
  | { readonly type: 'undone' }
  | { readonly type: 'redone' };

export const noEdits: TranscriptEdits = {
  written: null,
  editing: null,
  began: null,
  undoable: [],
  redoable: [],
};
export const emptyTranscript: Transcript = { ...noEdits, heard: null, isProvisional: false };

/** Returns the text that the user wrote, or is typing. Null while untouched. */
export const toTypedText = ({ editing, began, written }: Omit<TranscriptTexts, 'heard'>): string | null =>
  editing === began ? written : editing;

/** Returns the current text: the one being typed, else the written one, else the recognized one. */
export const toTranscriptText = (transcript: TranscriptTexts): string =>
  toTypedText(transcript) ?? transcript.heard?.text ?? '';

/**
 * Returns the words of the current text with their timings, as the server computes them; null if the recognized text has no
 * timings.
 */
export const toTimedWords = (transcript: TranscriptTexts): readonly TranscriptWord[] | null =>
  transcript.heard?.words ? alignWords(transcript.heard.words, toTranscriptText(transcript)) : null;

/** The pure reducer of the edits. Events that make no sense (an undo without a change) leave the transcript unchanged. */
export function reduceTranscript(transcript: Transcript, event: TranscriptEvent): Transcript {
  const { editing, began, written, undoable, redoable } = transcript;
  const text = toTranscriptText(transcript);
  switch (event.type) {
    case 'edit-began':
      return editing === null ? { ...transcript, editing: text, began: text } : transcript;
    case 'transcript-changed':
      return editing === null
        ? transcript
        : { ...transcript, editing: event.text, began: editing === began ? text : began };
    case 'edit-saved':
      return closeEditor(transcript);
    case 'word-corrected':
      return editing === null ? write(transcript, replaceWord(text, event.index, event.text)) : transcript;
    case 'undone':
      return editing !== null || undoable.length === 0
        ? transcript
        : {
            ...transcript,
            written: undoable.at(-1) ?? null,
            undoable: undoable.slice(0, -1),
            redoable: [...redoable, written],
          };
    case 'redone':
      return editing !== null || redoable.length === 0
        ? transcript
        : {
            ...transcript,
            written: redoable.at(-1) ?? null,
            undoable: [...undoable, written],
            redoable: redoable.slice(0, -1),
          };
  }
}

/** A text that was opened but not changed stays "untouched", so that the transcriber may still replace it. */
export function closeEditor(transcript: Transcript): Transcript {
  const typed = toTypedText(transcript);
  const closed = { ...transcript, editing: null, began: null };
  return typed === null ? closed : write(closed, typed);
}

function write(transcript: Transcript, text: string): Transcript {
  if (text === toTranscriptText(transcript)) return transcript;
  const undoable = [...transcript.undoable, transcript.written].slice(-limits.transcript.maxUndoSteps);
  // The recognized text typed again is untouched, too.
  return { ...transcript, written: text === transcript.heard?.text ? null : text, undoable, redoable: [] };
}

/** Returns the text with one word replaced. The surrounding white space stays. */
function replaceWord(text: string, index: number, replacement: string): string {
  const clean = replacement.trim().replaceAll(/\s+/gu, ' ');
  let at = -1;
  const replaced = text.replaceAll(/(\S+)(\s*)/gu, (piece, _word, space: string) => {
    at += 1;
    if (at !== index) return piece;
    // A paragraph break stays when its word is removed.
    const isBreak = /[\n\u2028\u2029]/u.test(space);
    return clean === '' && !isBreak ? '' : clean + space;
  });
  // Removing the last word also removes the space before it.
  return clean === '' ? replaced.trimEnd() : replaced;
}
