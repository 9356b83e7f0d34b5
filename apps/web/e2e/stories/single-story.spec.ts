import type { Locator } from '@playwright/test';
import { createStory, createUser } from '@relato/db/testing/factories';
import { changeAnswer } from '../testing/changed-answers.ts';
import { expect } from '../testing/fixtures.ts';
import { listWideThings } from '../testing/measuring/layout-measurements.ts';
import { visit } from '../testing/people.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { cardOf } from '../testing/story-cards.ts';

test('a link to a story explains Relato once, and leads to more stories, also when the story is gone', async ({
  page,
  author,
  story,
  database: { prisma },
}) => {
  const other = await createUser(prisma);
  await createStory(prisma, { userId: author.id, title: 'Otra de la misma voz' });
  await createStory(prisma, { userId: other, title: 'De otra voz', upvotes: 1_000, score: 1_000 });
  await page.goto(`/?story=${story.id}`);
  await expect(page).toHaveTitle(new RegExp(`^${story.title} · .* – Relato$`));
  const line = page.getByText('Historias reales, contadas de viva voz.');
  await expect(line).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Cerrar' }).click();
  await expect(line).toBeHidden();
  const more = page.getByRole('region', { name: `Más de @${author.username}` });
  await expect(more.getByRole('link', { name: 'Otra de la misma voz' })).toBeVisible();
  await expect(more.getByRole('link', { name: story.title })).toHaveCount(0);
  const others = page.getByRole('region', { name: 'Escuchar otras historias' });
  await expect(others.getByRole('link', { name: 'De otra voz' })).toBeVisible();
  await expect(others.getByRole('link', { name: 'Otra de la misma voz' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button', { name: 'Grabar' })).toBeVisible();

  await more.getByRole('link', { name: 'Otra de la misma voz' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Otra de la misma voz' })).toBeVisible();
  await page
    .getByRole('region', { name: 'Escuchar otras historias' })
    .getByRole('link', { name: 'Comunidad' })
    .click();
  await expect(page).toHaveURL(/\/search$/);
  await page.goto(`/?story=${story.id}`);
  await expect(cardOf(page, story)).toBeVisible();
  await expect(line).toBeHidden();

  await prisma.story.delete({ where: { id: story.id } });
  // A busy server may not know in time that the story is gone.
  await expect.poll(async () => (await page.reload())?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'No encontramos esta historia' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Historia', exact: true })).toBeVisible();
  await page.goto('/search?story=no-es-una-historia');
  await expect(page.getByRole('heading', { name: 'No encontramos esta historia' })).toBeVisible();
  await page.getByRole('link', { name: 'Escuchar otras historias' }).click();
  await expect(page.getByLabel('Buscar historias...')).toBeVisible();
  await prisma.user.delete({ where: { id: other } });
});

test('L66: tags lead to stories with that tag, and only the first of many tags show', async ({
  page,
  author,
  database: { prisma },
}) => {
  const first = `de ${author.username}`;
  // The next tag is as narrow as the button and takes its place.
  const tags = [first, ...Array.from({ length: 29 }, (_, index) => `t${index}`)];
  const id = await createStory(prisma, { userId: author.id, title: 'Con treinta etiquetas', tags });
  await createStory(prisma, { userId: author.id, title: 'Con una', tags: [first] });
  await page.goto(`/?story=${id}`);
  const list = page.getByRole('article').getByRole('list', { name: 'Etiquetas' });
  await expect(list.getByRole('link')).toHaveCount(5);
  // The second tap of a double tap hits that tag, and must not open it.
  await list.getByRole('button', { name: '25 etiquetas más de: Con treinta etiquetas' }).dblclick();
  await expect(list.getByRole('link')).toHaveCount(30);
  await list.getByRole('link', { name: first, exact: true }).click();
  await expect(page.getByRole('heading', { name: first, exact: true })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`story=${id}$`));
});

/** Forced colours show transparent borders and no backgrounds. */
async function expectOutlined(button: Locator): Promise<void> {
  await expect(button).toHaveCSS('border-top-style', 'solid');
  await expect(button).toHaveCSS('border-top-width', '2px');
  await expect(button).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
}

test('a story keeps its shapes in forced colours, its waveform at 200 % text size, and no buttons in print', async ({
  page,
  story,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/search?q=${encodeURIComponent(story.title)}`);
  const play = page.getByRole('button', { name: `Reproducir: ${story.title}` });
  await expectOutlined(play);
  await expectOutlined(page.getByRole('navigation').getByRole('button', { name: 'Grabar' }).first());
  const bars = page.locator('header a [aria-hidden] > span');
  await expect(bars.first()).toHaveCSS('background-color', 'rgb(0, 0, 0)');
  await visit(page, '/record');
  await expectOutlined(page.getByRole('main').getByRole('button', { name: 'Grabar' }));
  await page.emulateMedia({ forcedColors: 'none' });

  await visit(page, `/?story=${story.id}`);
  const wave = page.getByRole('slider', { name: new RegExp(`^Posición en: ${story.title}`) });
  await expect(wave).toBeVisible();
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  await expect.poll(async () => (await wave.boundingBox())?.width ?? 0).toBeGreaterThan(200);
  expect(await page.evaluate(listWideThings)).toEqual([]);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 2, name: story.title })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
});

test.describe('a story that breaks', () => {
  test.use({ expectedErrors: /^(?:Type|Range)Error|React/ });

  test('leaves the rest of the page', async ({ page, story }) => {
    await changeAnswer(page, 'stories.byId', () => ({}));
    await page.goto(`/search?story=${story.id}`);
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Navegación principal' })).toBeVisible();
  });
});
