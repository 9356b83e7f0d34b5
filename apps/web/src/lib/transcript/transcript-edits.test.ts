import { limits } from '@relato/contract/limits';
import type { TranscriptWord } from '@relato/contract/transcription/types';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyTranscript,
  reduceTranscript,
  toTimedWords,
  toTranscriptText,
  type Transcript,
  type TranscriptEvent,
} from './transcript-edits.ts';

const speak = (text: string): TranscriptWord[] =>
  text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word, index) => ({ text: word, startMs: index * 500, endMs: index * 500 + 400, confidence: 0.9 }));
const heard = (text: string): Transcript => ({
  ...emptyTranscript,
  heard: { text, words: speak(text), isUnsure: false },
});
const run = (transcript: Transcript, ...events: readonly TranscriptEvent[]): Transcript =>
  events.reduce(reduceTranscript, transcript);
const correct = (index: number, text: string): TranscriptEvent => ({ type: 'word-corrected', index, text });
const undo = { type: 'undone' } as const;
const redo = { type: 'redone' } as const;

const story = heard('Eran como  las\n\ntres.');

describe('a corrected word', () => {
  it.each([
    [1, 'casi', 'Eran casi  las\n\ntres.'],
    [3, 'dos.', 'Eran como  las\n\ndos.'],
    [0, ' Serían \n casi ', 'Serían casi como  las\n\ntres.'],
    [1, '', 'Eran las\n\ntres.'],
    [2, '', 'Eran como  \n\ntres.'],
    [3, ' ', 'Eran como  las'],
    [2, '👩‍👩‍👧', 'Eran como  👩‍👩‍👧\n\ntres.'],
    [0, 'שלום', 'שלום como  las\n\ntres.'],
    [0, '$& $1', '$& $1 como  las\n\ntres.'],
  ])('number %i becomes %j in the text', (index, text, expected) => {
    expect(toTranscriptText(run(story, correct(index, text)))).toBe(expected);
  });

  it('keeps every time, and is no longer doubtful', () => {
    const words = toTimedWords(run(story, correct(1, 'casi')));
    expect(words?.map(({ text, startMs, confidence }) => [text, startMs, confidence])).toEqual([
      ['Eran', 0, 0.9],
      ['casi', 500, null],
      ['las', 1_000, 0.9],
      ['tres.', 1_500, 0.9],
    ]);
  });

  it('cannot be undone if it is equal or does not exist', () => {
    expect(run(story, correct(1, ' como '))).toBe(story);
    expect(run(story, correct(4, 'x'), correct(-1, 'x'))).toBe(story);
    expect(run(story, undo, redo)).toBe(story);
  });

  it('is ignored while the whole text is being edited', () => {
    const editing = run(story, { type: 'edit-began' });
    expect(run(editing, correct(1, 'casi'), undo, redo)).toBe(editing);
  });
});

describe('undo and redo', () => {
  it('return to the recognized text, and forward again', () => {
    const edited = run(story, correct(1, 'casi'), correct(2, 'las'), correct(3, 'dos.'));
    expect(toTranscriptText(run(edited, undo))).toBe('Eran casi  las\n\ntres.');
    expect(run(edited, undo, undo)).toMatchObject({ written: null, undoable: [] });
    expect(run(edited, undo, undo, redo, redo)).toEqual(edited);
  });

  it('take an edit of the whole text as one step', () => {
    const typed = run(
      story,
      correct(1, 'casi'),
      { type: 'edit-began' },
      { type: 'transcript-changed', text: 'Otro' },
      { type: 'transcript-changed', text: 'Otro texto' },
      { type: 'edit-saved' },
    );
    expect(toTranscriptText(run(typed, undo))).toBe('Eran casi  las\n\ntres.');
    expect(run(typed, undo, redo)).toEqual(typed);
  });

  it('start over after another change', () => {
    const branched = run(story, correct(1, 'casi'), undo, correct(0, 'Serían'));
    expect(run(branched, redo)).toBe(branched);
    expect(run(branched, undo).written).toBeNull();
  });

  it('apply to a transcript that arrives later', () => {
    const undone = run(story, correct(1, 'casi'), undo);
    expect(toTranscriptText({ ...undone, heard: { text: 'Otro', words: null } })).toBe('Otro');
  });

  it('remember the changes up to the limit', () => {
    const { maxUndoSteps } = limits.transcript;
    const events = Array.from({ length: maxUndoSteps + 5 }, (_, index) => correct(0, `v${index}`));
    const edited = run(story, ...events);
    const undone = run(edited, ...events.map(() => undo));
    expect(toTranscriptText(undone).split(' ')[0]).toBe('v4');
    expect(run(undone, ...events.map(() => redo))).toEqual(edited);
  });
});

const changed = (text: string) => ({ type: 'transcript-changed', text }) as const;
const hear = (transcript: Transcript): Transcript => ({ ...transcript, heard: heard('Otro').heard });

describe('an editor that was only opened', () => {
  const opened = run(story, { type: 'edit-began' });

  it('shows a text that arrives later, and leaves it untouched', () => {
    expect(toTranscriptText(opened)).toBe('Eran como  las\n\ntres.');
    for (const read of [opened, run(opened, changed('Mío'), changed(toTranscriptText(opened)))]) {
      expect(toTranscriptText(hear(read))).toBe('Otro');
      expect(run(hear(read), { type: 'edit-saved' })).toEqual(heard('Otro'));
    }
  });

  it('keeps what is typed into that text', () => {
    const typed = run(hear(opened), changed('Otro más'));
    expect(run(typed, { type: 'edit-saved' }).written).toBe('Otro más');
    expect(run(typed, changed('Otro'), { type: 'edit-saved' })).toEqual(heard('Otro'));
    expect(toTranscriptText(run(hear(opened), changed(toTranscriptText(opened))))).toBe(
      toTranscriptText(opened),
    );
  });

  it('leaves a word that was corrected back untouched', () => {
    const back = run(story, correct(1, 'casi'), correct(1, 'como'));
    expect(toTranscriptText(hear(back))).toBe('Otro');
    expect(toTranscriptText(run(back, undo))).toBe('Eran casi  las\n\ntres.');
  });
});

const word = fc.constantFrom(
  'a',
  'ñu',
  'B,',
  '👨‍👩‍👧',
  'שלום',
  'مرحبا',
  '—',
  'e\u0301',
  '',
  'dos palabras',
  ' x\n',
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '\n', '  ', '\u2028', '\u3000')))
  .map((pieces) => pieces.flat().join(''));
const event: fc.Arbitrary<TranscriptEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.integer({ min: -1, max: 12 }), word).map(([index, each]) => correct(index, each)),
  },
  { weight: 2, arbitrary: fc.constant(undo) },
  { weight: 2, arbitrary: fc.constant(redo) },
  fc.constant({ type: 'edit-began' } as const),
  fc.constant({ type: 'edit-saved' } as const),
  text.map((each) => ({ type: 'transcript-changed', text: each }) as const),
);

const tokensOf = (each: string) => each.split(/\s+/u).filter((token) => token !== '');
it('any edits keep text and words together, and times in order', () => {
  const check = fc.property(text, fc.array(event, { maxLength: 25 }), (start, events) => {
    let transcript = heard(start);
    for (const each of events) {
      transcript = reduceTranscript(transcript, each);
      const words = toTimedWords(transcript) ?? [];
      const isTimed = (transcript.heard?.words ?? []).length > 0;
      expect(words.map((timed) => timed.text)).toEqual(isTimed ? tokensOf(toTranscriptText(transcript)) : []);
      expect(words.every(({ startMs, endMs }) => startMs <= endMs)).toBe(true);
      const starts = words.map(({ startMs }) => startMs);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    }
  });
  fc.assert(check, { numRuns: 100, seed: 1 });
});
