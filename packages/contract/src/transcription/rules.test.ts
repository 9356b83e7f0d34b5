import { expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { checkTranscript, isDoubtful, isTranscript, toShownTranscript, toTranscriptionRun } from './rules.ts';

it('checkTranscript accepts an empty text, and up to 20,000 characters', () => {
  expect(checkTranscript('')).toBeNull();
  expect(checkTranscript('😀'.repeat(20_000))).toBeNull();
  expect(checkTranscript('a'.repeat(20_001))).toBe('TRANSCRIPT_TOO_LONG');
});

it('checkTranscript refuses a text that cannot be stored', () => {
  expect(checkTranscript('a\u0000')).toBe('INVALID_INPUT');
});

it('isDoubtful marks a word that was heard with less confidence than the limit', () => {
  const { doubtfulBelow } = limits.transcript;
  expect([0, doubtfulBelow - 0.01, doubtfulBelow, 1].map((confidence) => isDoubtful({ confidence }))).toEqual(
    [true, true, false, false],
  );
  expect([isDoubtful({ confidence: null }), isDoubtful({})]).toEqual([false, false]);
});

it('L264: isTranscript is false for an empty text and for its placeholder', () => {
  expect(isTranscript('Había una vez')).toBe(true);
  expect([null, '', 'No se pudo transcribir el audio'].map(isTranscript)).toEqual([false, false, false]);
});

it('L264: toShownTranscript returns the placeholder for a story without text, unless the text is being transcribed', () => {
  const missing = { transcript: 'No se pudo transcribir el audio', transcriptStatus: 'missing' };
  const transcript = '';
  expect(toShownTranscript('Había', 'running')).toEqual({ transcript: 'Había', transcriptStatus: 'ready' });
  expect(toShownTranscript(null, null)).toEqual(missing);
  expect(toShownTranscript('', null)).toEqual(missing);
  expect(toShownTranscript(null, 'running')).toEqual({ transcript, transcriptStatus: 'pending' });
  expect(toShownTranscript(null, 'waiting')).toEqual({ transcript, transcriptStatus: 'waiting' });
  // An author who emptied the text does not wait for another one.
  expect(toShownTranscript('', 'running')).toEqual(missing);
});

it('a transcription that only the operator can fix counts as waiting, not as running', () => {
  expect(toTranscriptionRun('queued', null)).toBe('running');
  expect(toTranscriptionRun('processing', 'busy')).toBe('running');
  expect(toTranscriptionRun('queued', 'setup')).toBe('waiting');
  // An attempt keeps the trouble of the previous one.
  expect(toTranscriptionRun('processing', 'setup')).toBe('waiting');
  expect([null, 'completed', 'error'].map((status) => toTranscriptionRun(status, 'setup'))).toEqual([
    null,
    null,
    null,
  ]);
});
