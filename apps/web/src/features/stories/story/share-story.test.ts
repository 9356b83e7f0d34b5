import { afterEach, expect, it, vi } from 'vitest';
import { dismissToast, addToastViewport, getToast } from '../../../ui/toast-store.ts';
import { shareStory } from './share-story.ts';

const story = { id: '0190a7c4-0000-7000-8000-000000000000', title: 'El tren que nunca salió' };
const url = `https://relato.example/?story=${story.id}`;
const viewport = Symbol('test');
addToastViewport(viewport);
const notices = () =>
  [getToast(viewport)].flatMap((toast) =>
    toast === null ? [] : [{ title: toast.title, text: toast.text, tone: toast.tone }],
  );

const copied: string[] = [];
const clipboard = { writeText: async (text: string) => void copied.push(text) };
const closed = new DOMException('closed', 'AbortError');

/** A browser with these features, at an address below the root of the site. */
function use(parts: { share?: (data: ShareData) => Promise<void>; clipboard?: typeof clipboard }): void {
  vi.stubGlobal('location', { origin: 'https://relato.example', pathname: '/search' });
  vi.stubGlobal('navigator', parts);
}

afterEach(() => {
  vi.unstubAllGlobals();
  copied.length = 0;
  dismissToast(getToast(viewport)?.id ?? 0);
});

it('L339: gives the share sheet the title and the link, which is the root of the site with the id', async () => {
  const shared: ShareData[] = [];
  use({ share: async (data) => void shared.push(data), clipboard });
  await shareStory(story);
  expect(shared).toEqual([{ title: story.title, url }]);
  expect(copied).toEqual([]);
  expect(notices()).toEqual([]);
});

it('D26: treats a closed share sheet as an answer', async () => {
  use({ share: async () => Promise.reject(closed), clipboard });
  await shareStory(story);
  expect(copied).toEqual([]);
  expect(notices()).toEqual([]);
});

it('copies the link if there is no share sheet, or if it may not open', async () => {
  const copiedNotice = { title: 'Enlace copiado', text: undefined, tone: 'plain' };
  use({ clipboard });
  await shareStory(story);
  expect(copied).toEqual([url]);
  expect(notices()).toEqual([copiedNotice]);
  use({ share: async () => Promise.reject(new DOMException('no', 'NotAllowedError')), clipboard });
  await shareStory(story);
  expect(copied).toEqual([url, url]);
  expect(notices()).toEqual([copiedNotice]);
});

it('reports that the link could not be copied, also without a clipboard', async () => {
  const failure = { title: 'Error', text: 'No se pudo copiar el enlace', tone: 'destructive' };
  use({ clipboard: { writeText: async () => Promise.reject(new Error('denied')) } });
  await shareStory(story);
  expect(notices()).toEqual([failure]);
  use({});
  await shareStory(story);
  expect(notices()).toEqual([failure]);
});
