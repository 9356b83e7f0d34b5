import { limits } from '@relato/contract/limits';
import { createStoryInput } from '@relato/contract/stories/schema';
import { toVerdict } from '@relato/contract/testing/form-fields';
import { drawTexts } from '@relato/contract/testing/texts';
import { describe, expect, it } from 'vitest';
import {
  checkForm,
  emptyForm,
  reduceForm,
  toStoryInput,
  toTranscriptText,
  type FormEvent,
} from './story-form.ts';

const run = (...events: readonly FormEvent[]) => events.reduce(reduceForm, emptyForm);
const heard = (text: string, isProvisional = false): FormEvent => ({
  type: 'transcript-heard',
  heard: { text, words: null },
  isProvisional,
});

describe('the transcript', () => {
  it('L140: shows what was heard until the person writes', () => {
    expect(toTranscriptText(run(heard('Hola')).transcript)).toBe('Hola');
  });

  it('L215: goes to edit mode with the text as it stands, and back with what was written', () => {
    const editing = run(heard('Hola'), { type: 'edit-began' });
    expect(editing.transcript.editing).toBe('Hola');
    const changed = reduceForm(editing, { type: 'transcript-changed', text: 'Hola, abuela' });
    expect(reduceForm(changed, { type: 'edit-saved' }).transcript).toMatchObject({
      editing: null,
      written: 'Hola, abuela',
    });
  });

  it('is not replaced by a transcription that comes after the person wrote', () => {
    const form = run(
      { type: 'edit-began' },
      { type: 'transcript-changed', text: 'Mío' },
      { type: 'edit-saved' },
      heard('Suyo'),
    );
    expect(toTranscriptText(form.transcript)).toBe('Mío');
  });

  it('comes into an editor that was opened before it and not typed in', () => {
    expect(run({ type: 'edit-began' }, heard('Hola')).transcript.editing).toBe('Hola');
    const typed = run({ type: 'edit-began' }, { type: 'transcript-changed', text: 'Mío' }, heard('Hola'));
    expect(typed.transcript.editing).toBe('Mío');
    expect(run(heard('Hola')).transcript.editing).toBeNull();
  });

  it('stays untouched when the editor is closed without a change', () => {
    const form = run(heard('Hola'), { type: 'edit-began' }, { type: 'edit-saved' });
    expect(form.transcript.written).toBeNull();
    expect(toStoryInput(form)).not.toHaveProperty('transcript');
  });

  it('ignores typing outside the edit mode', () => {
    expect(run({ type: 'transcript-changed', text: 'x' })).toBe(emptyForm);
  });
});

describe('toStoryInput', () => {
  it('L141: leaves the transcript to the server when the person did not touch it', () => {
    const form = run(
      { type: 'title-changed', title: '  La reja ' },
      { type: 'tags-changed', tags: ['humor', 'abuelas'] },
      heard('Hola'),
    );
    expect(toStoryInput(form)).toEqual({ title: 'La reja', tags: ['humor', 'abuelas'] });
  });

  it('sends what the browser heard, because the server does not have it', () => {
    expect(toStoryInput(run(heard('Hola', true)))).toMatchObject({ transcript: 'Hola' });
    expect(toStoryInput(run(heard('', true)))).not.toHaveProperty('transcript');
  });

  it('sends what is in the editor even if its changes were not saved there', () => {
    const form = run(heard('Hola'), { type: 'edit-began' }, { type: 'transcript-changed', text: 'Adiós' });
    expect(toStoryInput(form)).toMatchObject({ transcript: 'Adiós' });
  });

  it('sends an emptied transcript as empty', () => {
    const form = run(heard('Hola'), { type: 'edit-began' }, { type: 'transcript-changed', text: '' });
    expect(toStoryInput(form)).toMatchObject({ transcript: '' });
  });
});

describe('checkForm', () => {
  const recordingId = '01890a5d-ac96-774b-bcce-b302099a8057';

  it('refuses a title that the server refuses', () => {
    for (const title of drawTexts(limits.title, 300)) {
      const form = { ...emptyForm, title };
      const verdict = toVerdict(createStoryInput, { recordingId, ...toStoryInput(form) });
      expect([title, checkForm(form)]).toEqual([title, verdict === null ? {} : { title: verdict }]);
    }
  });

  it('refuses a transcript that the server refuses', () => {
    for (const text of drawTexts(limits.transcript, 300)) {
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
