import type { Locator, Page } from '@playwright/test';
import { query, type TestUser, signInAsNewUser } from './fixtures.ts';
import { uploadStory } from './server/upload-story.ts';

export interface ForeignStory {
  readonly id: string;
  readonly title: string;
  readonly teller: TestUser;
}

/** Creates a story of another user and signs the page out. */
export async function uploadStoryOfAnother(page: Page): Promise<ForeignStory> {
  const teller = await signInAsNewUser(page);
  const title = `La reja de ${teller.username}`;
  const id = await uploadStory(page, { title, transcript: 'Nadie oía nada.' });
  await page.context().clearCookies();
  return { id, title, teller };
}

export const said = async (page: Page, { id }: ForeignStory): Promise<readonly string[]> =>
  (await query<{ items: { content: string }[] }>(page, 'comments.list', { storyId: id })).items.map(
    ({ content }) => content,
  );

/** Finds the card in the feed and opens its comments. */
export async function openInFeed(page: Page, { title }: ForeignStory): Promise<Locator> {
  await page.goto(`/search?q=${encodeURIComponent(title)}`);
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByRole('button', { name: /Comentarios?$/ }).click();
  return card;
}

export const field = (within: Page | Locator) => within.getByLabel('Escribe un comentario...');
export const nameField = (within: Page | Locator) => within.getByLabel('Tu nombre (opcional)');
export const sendButton = (within: Page | Locator) => within.getByRole('button', { name: 'Enviar' });
export const list = (within: Page | Locator) => within.getByRole('region', { name: /^Comentarios de/ });
