import { expect, it } from 'vitest';
import { checkTranscript } from './rules.ts';

it('checkTranscript accepts an empty text, and up to 20,000 characters', () => {
  expect(checkTranscript('')).toBeNull();
  expect(checkTranscript('😀'.repeat(20_000))).toBeNull();
  expect(checkTranscript('a'.repeat(20_001))).toBe('TRANSCRIPT_TOO_LONG');
});

it('checkTranscript refuses a text that cannot be stored', () => {
  expect(checkTranscript('a\u0000')).toBe('INVALID_INPUT');
});
