import { limits } from '@relato/contract/limits';
import { alignWords } from '@relato/contract/transcription/align-words';
import type { HeardTranscript, TranscriptWord } from '@relato/contract/transcription/types';

/** The user's edits of a transcript. There is one text at a time, from which the words and their times are derived. */
export interface TranscriptEdits {
  /** The text that the user wrote instead; null while untouched. */
  readonly written: string | null;
  /** The text that is being edited as a whole; null otherwise. */
  readonly editing: string | null;
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

type TranscriptTexts = Pick<TranscriptEdits, 'written' | 'editing'> & {
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

export const noEdits: TranscriptEdits = { written: null, editing: null, undoable: [], redoable: [] };
export const emptyTranscript: Transcript = { ...noEdits, heard: null, isProvisional: false };

/** Returns the current text: the one being typed, else the written one, else the recognized one. */
export const toTranscriptText = ({ editing, written, heard }: TranscriptTexts): string =>
  editing ?? written ?? heard?.text ?? '';

/**
 * Returns the words of the current text with their timings, as the server computes them; null if the recognized text has no
 * timings.
 */
export const toTimedWords = (transcript: TranscriptTexts): readonly TranscriptWord[] | null =>
  transcript.heard?.words ? alignWords(transcript.heard.words, toTranscriptText(transcript)) : null;

/** The pure reducer of the edits. Events that make no sense (an undo without a change) leave the transcript unchanged. */
export function reduceTranscript(transcript: Transcript, event: TranscriptEvent): Transcript {
  const { editing, written, undoable, redoable } = transcript;
  switch (event.type) {
    case 'edit-began':
      return editing === null ? { ...transcript, editing: toTranscriptText(transcript) } : transcript;
    case 'transcript-changed':
      return editing === null ? transcript : { ...transcript, editing: event.text };
    case 'edit-saved':
      return closeEditor(transcript);
    case 'word-corrected':
      return editing === null
        ? write(transcript, replaceWord(toTranscriptText(transcript), event.index, event.text))
        : transcript;
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
  const { editing } = transcript;
  const closed = { ...transcript, editing: null };
  return editing === null ? transcript : write(closed, editing);
}

function write(transcript: Transcript, text: string): Transcript {
  if (text === toTranscriptText(transcript)) return transcript;
  const undoable = [...transcript.undoable, transcript.written].slice(-limits.transcript.maxUndoSteps);
  return { ...transcript, written: text, undoable, redoable: [] };
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
