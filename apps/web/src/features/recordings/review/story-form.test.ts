import { limits } from '@relato/contract/limits';
import { createStoryInput } from '@relato/contract/stories/schema';
import { toVerdict } from '@relato/contract/testing/form-fields';
import { drawTexts } from '@relato/contract/testing/texts';
import { describe, expect, it } from 'vitest';
import { emptyTranscript, toTranscriptText } from '../../../lib/transcript/transcript-edits.ts';
import {
  checkForm,
  emptyForm,
  reduceForm,
  toDraftFields,
  toFormAnswer,
  toRecoveredForm,
  toStoryInput,
  type FormEvent,
} from './story-form.ts';

const run = (...events: readonly FormEvent[]) => events.reduce(reduceForm, emptyForm);
const heard = (text: string, isProvisional = false): FormEvent => ({
  type: 'transcript-heard',
  heard: { text, words: null, isUnsure: false },
  isProvisional,
});

describe('the transcript of a story form', () => {
  it('L140: shows the recognized text until the user writes', () => {
    expect(toTranscriptText(emptyForm.transcript)).toBe('');
    expect(toTranscriptText(run(heard('Hola')).transcript)).toBe('Hola');
  });

  it('L215: opens the editor with the current text, and closes it with the written one', () => {
    const editing = run(heard('Hola'), { type: 'edit-began' });
    expect(toTranscriptText(editing.transcript)).toBe('Hola');
    const changed = reduceForm(editing, { type: 'transcript-changed', text: 'Hola, abuela' });
    expect(reduceForm(changed, { type: 'edit-saved' }).transcript).toMatchObject({
      editing: null,
      written: 'Hola, abuela',
    });
  });

  it("keeps the user's text when a transcription arrives later", () => {
    const form = run(
      { type: 'edit-began' },
      { type: 'transcript-changed', text: 'Mío' },
      { type: 'edit-saved' },
      heard('Suyo'),
    );
    expect(toTranscriptText(form.transcript)).toBe('Mío');
  });

  it('fills an untouched open editor when the transcription arrives', () => {
    expect(toTranscriptText(run({ type: 'edit-began' }, heard('Hola')).transcript)).toBe('Hola');
    const typed = run({ type: 'edit-began' }, { type: 'transcript-changed', text: 'Mío' }, heard('Hola'));
    expect(toTranscriptText(typed.transcript)).toBe('Mío');
    expect(run(heard('Hola')).transcript.editing).toBeNull();
  });

  it('stays untouched when the editor is closed without a change', () => {
    const form = run(heard('Hola'), { type: 'edit-began' }, { type: 'edit-saved' });
    expect(form.transcript.written).toBeNull();
    expect(toStoryInput(form)).not.toHaveProperty('transcript');
  });
});

describe('toStoryInput', () => {
  it("L141: omits an untouched transcript, so that the server's is used", () => {
    const form = run(
      { type: 'title-changed', title: '  La reja ' },
      { type: 'tags-changed', tags: ['humor', 'abuelas'] },
      heard('Hola'),
    );
    expect(toStoryInput(form)).toEqual({ title: 'La reja', tags: ['humor', 'abuelas'] });
  });

  it("sends the text of the browser's recognition, because the server does not have it", () => {
    expect(toStoryInput(run(heard(' Hola ', true)))).toMatchObject({ transcript: 'Hola' });
    expect(toStoryInput(run(heard(' ', true)))).not.toHaveProperty('transcript');
    const unheard = { ...emptyForm, transcript: { ...emptyForm.transcript, isProvisional: true } };
    expect(toStoryInput(unheard)).not.toHaveProperty('transcript');
  });

  it("sends the editor's text even if its changes were not saved there", () => {
    const form = run(heard('Hola'), { type: 'edit-began' }, { type: 'transcript-changed', text: 'Adiós' });
    expect(toStoryInput(form)).toMatchObject({ transcript: 'Adiós' });
  });

  it('sends an emptied transcript as empty', () => {
    const form = run(heard('Hola'), { type: 'edit-began' }, { type: 'transcript-changed', text: '' });
    expect(toStoryInput(form)).toMatchObject({ transcript: '' });
  });
});

describe('toFormAnswer', () => {
  const question = { token: 'x', text: '¿Y el mar?', asker: 'ana', askerId: 'ana' };

  it('gives an answer to the user who records it', () => {
    const answer = toFormAnswer(question, { userId: 'beto', username: 'beto' });
    expect(answer).toEqual({ ...question, owner: 'beto', visibility: 'shared' });
  });

  it("gives none to the asker, nor to another user's question", () => {
    expect(toFormAnswer(null, { userId: 'beto', username: 'beto' })).toBeUndefined();
    expect(toFormAnswer(question, { userId: 'ana', username: 'ana' })).toBeUndefined();
    const given = { ...question, owner: 'carla' };
    expect(toFormAnswer(given, { userId: 'beto', username: 'beto' })).toBeUndefined();
  });
});

describe('the fields that are stored with the sound', () => {
  const typed = run(
    { type: 'title-changed', title: 'La reja' },
    { type: 'tags-changed', tags: ['humor'] },
    heard('Suyo'),
    { type: 'edit-began' },
    { type: 'transcript-changed', text: 'Mío' },
  );

  it('hold the written text, also while it is being written', () => {
    const fields = { title: 'La reja', tags: ['humor'], transcript: 'Mío' };
    expect(toDraftFields(typed)).toEqual(fields);
    const saved = reduceForm(typed, { type: 'edit-saved' });
    expect(toDraftFields(saved)).toEqual(fields);
    expect(toStoryInput(saved)).toEqual(fields);
  });

  it('hold no recognized text, which comes from the server again', () => {
    expect(toDraftFields(run(heard('Suyo')))).toEqual({ title: '', tags: [], transcript: null });
  });

  it('make a form in which nothing was heard yet', () => {
    expect(toRecoveredForm(toDraftFields(typed))).toEqual({
      title: 'La reja',
      tags: ['humor'],
      transcript: { ...emptyTranscript, written: 'Mío' },
    });
  });
});

describe('checkForm', () => {
  const recordingId = '01890a5d-ac96-774b-bcce-b302099a8057';

  it('refuses a title that the server refuses', () => {
    for (const title of drawTexts(limits.title, 100)) {
      const form = { ...emptyForm, title };
      const verdict = toVerdict(createStoryInput, { recordingId, ...toStoryInput(form) });
      expect([title, checkForm(form)]).toEqual([title, verdict === null ? {} : { title: verdict }]);
    }
  });

  it('refuses a transcript that the server refuses', () => {
    for (const text of drawTexts(limits.transcript, 100)) {
      const form = {
        ...emptyForm,
        title: 'La reja',
        transcript: { ...emptyForm.transcript, editing: text },
      };
      const verdict = toVerdict(createStoryInput, { recordingId, ...toStoryInput(form) });
      expect([text, checkForm(form)]).toEqual([text, verdict === null ? {} : { transcript: verdict }]);
    }
  });
});
