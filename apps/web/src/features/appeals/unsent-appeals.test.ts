import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../../lib/testing/fake-storage.ts';

/** Imports the module afresh, as a newly loaded page does. */
async function loadPage() {
  vi.resetModules();
  return import('./unsent-appeals.ts');
}

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  stubStorage('sessionStorage', stored);
});
afterEach(() => vi.unstubAllGlobals());

it('keeps the text of each appeal over a reload until it is sent', async () => {
  (await loadPage()).storeUnsentAppeal('1', 'Es un recuerdo.');
  const page = await loadPage();
  expect(page.readUnsentAppeal('1')).toBe('Es un recuerdo.');
  expect(page.readUnsentAppeal('2')).toBe('');
  page.storeUnsentAppeal('1', '');
  expect(page.readUnsentAppeal('1')).toBe('');
  expect(stored.size).toBe(0);
});
