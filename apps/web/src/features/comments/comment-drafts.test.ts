import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../../lib/testing/fake-storage.ts';

const story = 'story';
const stored = new Map<string, string>();
/** Imports the module afresh, as a newly loaded page does. */
async function loadPage() {
  vi.resetModules();
  return import('./comment-drafts.ts');
}

beforeEach(() => {
  stored.clear();
  stubStorage('sessionStorage', stored);
});
afterEach(() => vi.unstubAllGlobals());

it('keeps the draft of each story across a reload', async () => {
  const page = await loadPage();
  page.writeDraft(story, 'Me morí');
  expect(page.getDraft('another').content).toBe('');
  const next = await loadPage();
  expect(next.getDraft(story)).toMatchObject({ content: 'Me morí', isSending: false });
});

it('keeps drafts as long as the page lives if storage is forbidden', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const page = await loadPage();
  page.writeDraft(story, 'Me morí');
  expect(page.getDraft(story).content).toBe('Me morí');
});

it('starts empty if the stored value is not a draft', async () => {
  for (const value of ['{', '7', '{"content":7}', '{"content":"a","attempt":{"id":1}}']) {
    stored.set(`relato.input.comment.${story}`, value);
    const page = await loadPage();
    expect(page.getDraft(story).attempt).toBeNull();
  }
});

it('sends once on a double tap, and the same text afterwards as another comment', async () => {
  const page = await loadPage();
  const first = page.beginSending(story, 'Ja');
  expect(first).not.toBeNull();
  expect(page.beginSending(story, 'Ja')).toBeNull();
  page.endSending(story, 'Ja');
  expect(page.beginSending(story, 'Ja')).not.toBe(first);
});

it('sends the same text under the same id after a failure, and another text under a new id', async () => {
  const page = await loadPage();
  page.writeDraft(story, 'Hola');
  const first = page.beginSending(story, 'Hola');
  page.failSending(story, 'Sin conexión');
  expect(page.getDraft(story)).toMatchObject({ content: 'Hola', error: 'Sin conexión' });
  const next = await loadPage();
  expect(next.beginSending(story, 'Hola')).toBe(first);
  next.failSending(story, 'Sin conexión');
  next.writeDraft(story, 'Hola a todos');
  expect(next.getDraft(story).error).toBeNull();
  expect(next.beginSending(story, 'Hola a todos')).not.toBe(first);
});

it('clears the field after sending, but keeps text typed since then', async () => {
  const page = await loadPage();
  page.writeDraft(story, 'Hola');
  page.beginSending(story, 'Hola');
  page.endSending(story, 'Hola');
  expect(page.getDraft(story)).toMatchObject({ content: '', attempt: null, isSending: false });
  expect(stored.size).toBe(0);
  page.writeDraft(story, 'Otra');
  page.beginSending(story, 'Otra');
  page.writeDraft(story, 'Otra cosa');
  page.endSending(story, 'Otra');
  expect(page.getDraft(story)).toMatchObject({ content: 'Otra cosa', isSending: false });
});
