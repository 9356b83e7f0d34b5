import { describe, expect, it } from 'vitest';
import { checkEdit, toChanges } from './story-edit.ts';

const story = { title: 'El tren', transcript: 'Érase una vez' };

describe('checkEdit', () => {
  it('asks for a title that can be seen', () => {
    expect(checkEdit({ title: ' \u200B ' })).toEqual({ title: 'TITLE_REQUIRED' });
    expect(checkEdit({ title: '🚂' })).toEqual({});
  });

  it('knows how long each text may be', () => {
    expect(checkEdit({ title: 'a'.repeat(300), transcript: 'a'.repeat(20_000) })).toEqual({});
    expect(checkEdit({ title: 'a'.repeat(301), transcript: 'a'.repeat(20_001) })).toEqual({
      title: 'TITLE_TOO_LONG',
      transcript: 'TRANSCRIPT_TOO_LONG',
    });
  });

  it('has nothing against what was left alone, or an empty transcript', () => {
    expect(checkEdit({})).toEqual({});
    expect(checkEdit({ transcript: '' })).toEqual({});
  });
});

describe('toChanges', () => {
  it('is only what differs', () => {
    expect(toChanges(story, { title: 'El barco' })).toEqual({ title: 'El barco' });
    expect(toChanges(story, { title: ' El tren ', transcript: 'Érase otra vez ' })).toEqual({
      transcript: 'Érase otra vez',
    });
  });

  it('is nothing for what was typed and taken back', () => {
    expect(toChanges(story, { title: 'El tren', transcript: 'Érase una vez' })).toEqual({});
    expect(toChanges(story, {})).toEqual({});
  });
});
