import { createStory, createUser } from '@relato/db/testing/factories';
import { limits } from '@relato/contract/limits';
import type { Page } from '@playwright/test';
import { expect } from '../testing/fixtures.ts';
import { refreshUntil } from '../testing/refresh-clock.ts';
import { test as base } from '../testing/server/database-fixtures.ts';

interface Corner {
  readonly tag: string;
  readonly tell: (title: string, votes: number) => Promise<string>;
}

const test = base.extend<{ corner: Corner }>({
  corner: async ({ database: { prisma } }, use) => {
    const userId = await createUser(prisma);
    const tag = `fondo ${userId.slice(0, 8)}`;
    await use({
      tag,
      tell: (title, votes) =>
        createStory(prisma, { userId, title, tags: [tag], upvotes: votes, score: votes }),
    });
    await prisma.user.delete({ where: { id: userId } });
  },
});

const cardOf = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** Scrolls down, loading pages, until the card is there. */
const scrollTo = (page: Page, title: string) =>
  expect(async () => {
    await page.evaluate(() =>
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
    );
    await expect(cardOf(page, title)).toBeInViewport({ timeout: 500 });
  }).toPass();

test('a new story far below the top reaches a reader who has loaded all pages', async ({ page, corner }) => {
  await page.clock.install();
  for (let votes = 25; votes > 0; votes -= 1) await corner.tell(`De ${votes} votos`, 2 * votes);
  await page.goto(`/search?tags=${encodeURIComponent(corner.tag)}`);
  await scrollTo(page, 'De 1 votos');
  await corner.tell('La nueva', 7);
  const news = page.getByRole('button', { name: 'Hay historias nuevas' });
  await refreshUntil(page, () => expect(news).toBeVisible({ timeout: 1_000 }));
  await expect(cardOf(page, 'De 1 votos')).toBeInViewport();
  await news.click();
  await scrollTo(page, 'De 1 votos');
  await expect(cardOf(page, 'La nueva')).toBeAttached();
});

const box = (page: Page) => page.getByRole('searchbox', { name: 'Buscar historias...' });

test('the search box waits for the answer before it asks again, and then asks once for what was typed', async ({
  page,
  story,
}) => {
  await page.clock.install();
  await page.goto('/search');
  await expect(cardOf(page, story.title)).toBeVisible();
  const asked: string[] = [];
  const answer = Promise.withResolvers<void>();
  await page.route(/stories\.feed/, async (route) => {
    const [, search = ''] = /"search":"([^"]*)"/.exec(decodeURIComponent(route.request().url())) ?? [];
    asked.push(search);
    if (search === 'z') await answer.promise;
    await route.continue();
  });
  await box(page).fill('z');
  await expect.poll(() => asked).toEqual(['z']);
  for (const letters of ['zz', 'zzq', 'zzqx']) {
    await box(page).fill(letters);
    // Longer than the pause after which a search is sent.
    await page.clock.runFor(400);
  }
  await box(page).press('Enter');
  expect(asked).toEqual(['z']);
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'No hay historias disponibles' })).toBeVisible();
  await expect(page).toHaveURL(/[?&]q=zzqx/);
  await expect.poll(() => asked).toEqual(['z', 'zzqx']);
});

test('a search that is too long is explained, kept whole, and shows no other list', async ({
  page,
  story,
}) => {
  const long = 'a'.repeat(limits.search.maxLength + 50);
  await page.goto('/search');
  await expect(cardOf(page, story.title)).toBeVisible();
  await box(page).fill(long);
  await expect(page.getByText('Puedes buscar con hasta 100 caracteres')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(box(page)).toHaveValue(long);
  await page.reload();
  await expect(page.getByText('Puedes buscar con hasta 100 caracteres')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await expect(cardOf(page, story.title)).toBeVisible();

  const tag = 'b'.repeat(limits.tag.maxLength + 1);
  await page.goto(`/search?tags=${tag}`);
  await expect(page.getByText('Una etiqueta puede tener hasta 50 caracteres')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByText(`Filtrando por: ${tag}`)).toBeVisible();
  await page.getByRole('group', { name: 'Etiquetas' }).getByRole('button', { name: tag }).click();
  await expect(cardOf(page, story.title)).toBeVisible();
});
