import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** The stored keys are own properties, as of a real storage. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

/** Imports the module afresh, as a newly loaded page does. */
async function loadPage() {
  vi.resetModules();
  return import('./tab-storage.ts');
}

beforeEach(() => void vi.stubGlobal('sessionStorage', new FakeStorage()));
afterEach(() => vi.unstubAllGlobals());

it('removes the input of a user who has signed out, and nothing else', async () => {
  const page = await loadPage();
  const forgotten = vi.fn<() => void>();
  page.onTabForgotten(forgotten);
  page.storeInTab('comment.1', 'Me morí');
  sessionStorage.setItem('positions', '{}');
  page.forgetTab();
  expect(page.readFromTab('comment.1')).toBeNull();
  expect(Object.keys(sessionStorage)).toEqual(['positions']);
  expect(forgotten).toHaveBeenCalledOnce();
});

it('keeps the input of a visitor who signs in, and of a user who signs in again', async () => {
  const page = await loadPage();
  page.storeInTab('comment.1', 'Me morí');
  page.keepTabFor('ana');
  page.keepTabFor('ana');
  expect(page.readFromTab('comment.1')).toBe('Me morí');
});

it('shows no input to another user, also after a reload', async () => {
  const page = await loadPage();
  page.keepTabFor('ana');
  page.storeInTab('comment.1', 'Me morí');
  const next = await loadPage();
  next.keepTabFor('beto');
  expect(next.readFromTab('comment.1')).toBeNull();
  const last = await loadPage();
  expect(last.readFromTab('comment.1')).toBeNull();
});
