import { expect, it } from 'vitest';
import { checkAppeal } from './rules.ts';

it('checkAppeal accepts up to 2,000 characters', () => {
  expect(checkAppeal('No era publicidad.')).toBeNull();
  expect(checkAppeal('ñ'.repeat(2_000))).toBeNull();
  expect(checkAppeal('ñ'.repeat(2_001))).toBe('APPEAL_TOO_LONG');
});

it('checkAppeal refuses a blank text, and one that cannot be stored', () => {
  expect(checkAppeal(' ')).toBe('APPEAL_REQUIRED');
  expect(checkAppeal('a\u0000')).toBe('INVALID_INPUT');
});
