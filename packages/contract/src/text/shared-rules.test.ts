import { describe, expect, it } from 'vitest';
import { checkModerationReason, checkSearch } from './shared-rules.ts';

describe('checkModerationReason', () => {
  it('accepts up to 500 characters', () => {
    expect(checkModerationReason('Spam')).toBeNull();
    expect(checkModerationReason('ñ'.repeat(500))).toBeNull();
    expect(checkModerationReason('ñ'.repeat(501))).toBe('REASON_TOO_LONG');
  });

  it('refuses a blank text, and one that cannot be stored', () => {
    expect(checkModerationReason(' \u200B ')).toBe('REASON_REQUIRED');
    expect(checkModerationReason('a\u0000')).toBe('INVALID_INPUT');
  });
});

describe('checkSearch', () => {
  it('accepts an empty text, and up to 100 characters', () => {
    expect(checkSearch('')).toBeNull();
    expect(checkSearch('😀'.repeat(100))).toBeNull();
    expect(checkSearch('😀'.repeat(101))).toBe('SEARCH_TOO_LONG');
  });

  it('refuses a text that cannot be stored', () => {
    expect(checkSearch('a\u0000')).toBe('INVALID_INPUT');
  });
});
