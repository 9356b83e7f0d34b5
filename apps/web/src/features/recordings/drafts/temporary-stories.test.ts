import { beforeEach, expect, it, vi } from 'vitest';
import { detectSignIn } from './temporary-stories.tsx';

const remembered = new Map<string, string>();
beforeEach(() => {
  remembered.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => remembered.get(key) ?? null,
    setItem: (key: string, value: string) => void remembered.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

it('L233: is news when somebody signs in after nobody, or after somebody else', () => {
  detectSignIn(null);
  expect(detectSignIn('ana')).toBe(true);
  expect(detectSignIn('beto')).toBe(true);
});

it('is no news when the page is loaded again, or when the session ends', () => {
  detectSignIn(null);
  detectSignIn('ana');
  expect(detectSignIn('ana')).toBe(false);
  expect(detectSignIn(null)).toBe(false);
});

it('is no news in a browser that remembers nothing', () => {
  expect(detectSignIn('ana')).toBe(false);
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('no', 'SecurityError');
    },
  });
  expect(detectSignIn('ana')).toBe(false);
});
