import type { Locator, Page } from '@playwright/test';
import { signInAsNewUser } from './fixtures.ts';
import { longVoice, uploadStory, type UploadStoryOptions } from './server/upload-story.ts';

export const cardOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
export const play = (scope: Page | Locator) => scope.getByRole('button', { name: /^Reproducir/ });
export const pause = (scope: Page | Locator) => scope.getByRole('button', { name: /^Pausar/ });
export const miniPlayer = (page: Page) => page.getByRole('region', { name: 'Reproductor' });
export const sliderSeconds = async (scope: Page | Locator) =>
  Number(await scope.getByRole('slider').inputValue());

/** Creates stories with long recordings and signs the page out. Returns the stories, and the search that lists them. */
export async function uploadStories(page: Page, stories: readonly Partial<UploadStoryOptions>[]) {
  const person = await signInAsNewUser(page);
  const mark = `marca${Date.now().toString(36)}`;
  const told = [];
  for (const story of stories) {
    const title = `${story.title ?? 'Historia'} ${mark}`;
    const transcript = story.transcript ?? Array.from({ length: 60 }, (_, index) => `voz${index}`).join(' ');
    told.push({ title, id: await uploadStory(page, { recording: longVoice, transcript, ...story, title }) });
  }
  await page.context().clearCookies();
  return { person, feed: `/search?q=${mark}`, told };
}
