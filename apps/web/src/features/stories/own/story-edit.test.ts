import { limits } from '@relato/contract/limits';
import { updateStoryInput } from '@relato/contract/stories/schema';
import { toVerdict } from '@relato/contract/testing/form-fields';
import { drawTexts } from '@relato/contract/testing/texts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '../../../lib/testing/fake-storage.ts';
import { noEdits } from '../../../lib/transcript/transcript-edits.ts';
import { checkEdit, toBase, toChanges, toEdit } from './story-edit.ts';

const story = { title: 'El tren', transcript: 'Érase una vez' };

describe('checkEdit', () => {
  it('L267: limits the length of each text', () => {
    expect(checkEdit({ title: 'a'.repeat(300), transcript: 'a'.repeat(20_000) })).toEqual({});
    expect(checkEdit({ title: 'a'.repeat(301), transcript: 'a'.repeat(20_001) })).toEqual({
      title: 'TITLE_TOO_LONG',
      transcript: 'TRANSCRIPT_TOO_LONG',
    });
  });
});

describe('an edit', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';

  it.each(['title', 'transcript'] as const)('is refused where the server refuses it: %s', (field) => {
    for (const typed of drawTexts(limits[field], 100)) {
      const edit = { [field]: typed };
      expect([typed, checkEdit(edit)[field] ?? null]).toEqual([
        typed,
        toVerdict(updateStoryInput, { id, ...toChanges(story, edit) }),
      ]);
    }
  });
});

it('an edit changes the text with which it began, and one that was redone that of its time', () => {
  const typed = { ...noEdits, written: 'A2', undoable: [null] };
  const undone = { ...noEdits, redoable: ['A2'] };
  expect(toBase(noEdits, typed, { was: undefined, now: 'A' })).toBe('A');
  expect(toBase(typed, { ...typed, written: 'A3' }, { was: 'A', now: 'B' })).toBe('A');
  expect(toBase(typed, undone, { was: 'A', now: 'B' })).toBe('A');
  expect(toBase(undone, typed, { was: 'A', now: 'B' })).toBe('A');
  expect(toBase(undone, { ...typed, written: 'B2' }, { was: 'A', now: 'B' })).toBe('B');
  expect(toBase(typed, { ...typed, written: null }, { was: 'A', now: 'B' })).toBeUndefined();
  // After a conflict any text may be replaced.
  expect(toBase(typed, { ...typed, written: 'A3' }, { was: '', now: 'B' })).toBe('');
});

describe('toChanges', () => {
  it('returns only the differences', () => {
    expect(toChanges(story, { title: 'El barco' })).toEqual({ title: 'El barco' });
    expect(toChanges(story, { title: ' El tren ', transcript: 'Érase otra vez ' })).toEqual({
      transcript: 'Érase otra vez',
    });
  });

  it('returns the text that was changed with its change, unless there was none', () => {
    const edit = { title: 'El barco', transcript: 'Érase otra vez', was: 'Érase' };
    expect(toChanges(story, edit)).toEqual(edit);
    expect(toChanges(story, { ...edit, transcript: story.transcript })).toEqual({ title: 'El barco' });
    expect(toChanges(story, { transcript: 'Mía', was: '' })).toEqual({ transcript: 'Mía' });
  });

  it('returns nothing for a change that was undone', () => {
    expect(toChanges(story, { title: 'El tren', transcript: 'Érase una vez' })).toEqual({});
    expect(toChanges(story, {})).toEqual({});
  });
});

describe('toEdit', () => {
  it('returns the typed texts, also while the whole text is being edited', () => {
    expect(toEdit(undefined, noEdits)).toEqual({});
    expect(toEdit('El tren', { ...noEdits, written: 'Mío' })).toEqual({
      title: 'El tren',
      transcript: 'Mío',
    });
    expect(toEdit('', { ...noEdits, written: 'Mío', editing: '' })).toEqual({ title: '', transcript: '' });
  });

  it('leaves out a text that was only opened', () => {
    const opened = { ...noEdits, editing: story.transcript, began: story.transcript };
    expect(toEdit('El barco', opened)).toEqual({ title: 'El barco' });
    expect(toEdit(undefined, { ...opened, written: 'Mío' })).toEqual({ transcript: 'Mío' });
  });
});

/** Imports the module afresh, as a newly loaded page does. */
async function loadPage() {
  vi.resetModules();
  return import('./story-edit.ts');
}

describe('an unsaved edit', () => {
  const stored = new Map<string, string>();
  const opened = { ...story, id: '1', transcriptStatus: 'ready' } as const;
  beforeEach(() => {
    stored.clear();
    stubStorage('sessionStorage', stored);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('survives a reload until it is saved', async () => {
    (await loadPage()).storeUnsavedEdit(opened, { title: 'El barco' });
    const page = await loadPage();
    expect(page.readUnsavedEdit('1')).toEqual({ title: 'El barco' });
    expect(page.readUnsavedEdit('2')).toEqual({});
    expect(page.endSaving('1', { title: 'El barco' })).toBe(false);
    expect(page.readUnsavedEdit('1')).toEqual({});
    expect((await loadPage()).readUnsavedEdit('1')).toEqual({});
  });

  it('keeps changes that were typed during a save', async () => {
    const page = await loadPage();
    page.storeUnsavedEdit(opened, { title: 'El barco' });
    page.storeUnsavedEdit(opened, { title: 'El barco', transcript: 'Érase otra vez' });
    expect(page.endSaving('1', { title: 'El barco' })).toBe(true);
    expect(page.readUnsavedEdit('1')).toEqual({ title: 'El barco', transcript: 'Érase otra vez' });
    // The old title was typed again.
    page.storeUnsavedEdit(opened, { title: story.title });
    expect(page.endSaving('1', { title: 'El barco' })).toBe(true);
  });

  it('is not stored if a text was only opened, so that a later transcript shows', async () => {
    const page = await loadPage();
    const edits = { ...noEdits, editing: story.transcript, began: story.transcript };
    const heardAgain = { ...opened, transcript: 'Otra vez' };
    page.storeUnsavedEdit(heardAgain, page.toEdit(undefined, edits));
    expect(page.readUnsavedEdit('1')).toEqual({});
  });

  it('loses only its text if another transcription is requested', async () => {
    const page = await loadPage();
    page.storeUnsavedEdit(opened, { title: 'El barco', transcript: 'Érase otra vez', was: 'Érase' });
    expect(page.readUnsavedEdit('1').was).toBe('Érase');
    page.forgetUnsavedTranscript('1');
    expect(page.readUnsavedEdit('1')).toEqual({ title: 'El barco' });
  });

  it.each(['null', '"x"', '{"title":7}', '{'])('is empty if %s was stored', async (text) => {
    stored.set('relato.input.edit.1', text);
    expect((await loadPage()).readUnsavedEdit('1')).toEqual({});
  });
});
