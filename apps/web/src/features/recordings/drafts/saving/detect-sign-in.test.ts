import { beforeEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../../../../lib/testing/fake-storage.ts';
import { detectSignIn } from './detect-sign-in.ts';

const remembered = new Map<string, string>();
beforeEach(() => {
  remembered.clear();
  stubStorage('localStorage', remembered);
  return () => vi.unstubAllGlobals();
});

it('L233: detects the sign-in of a user after no user, or after another one', () => {
  detectSignIn(null);
  expect(detectSignIn('ana')).toBe(true);
  expect(detectSignIn('beto')).toBe(true);
});

it('detects no sign-in after a reload or a sign-out', () => {
  detectSignIn(null);
  detectSignIn('ana');
  expect(detectSignIn('ana')).toBe(false);
  expect(detectSignIn(null)).toBe(false);
});

it('detects no sign-in in a browser without storage', () => {
  expect(detectSignIn('ana')).toBe(false);
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('no', 'SecurityError');
    },
  });
  expect(detectSignIn('ana')).toBe(false);
});
