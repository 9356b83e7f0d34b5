import type { Page, Route } from '@playwright/test';
import { expect, signInAsNewUser } from '../testing/fixtures.ts';
import { storyCard } from '../testing/recorder.ts';
import { uploadStory } from '../testing/server/upload-story.ts';
import { test as base } from '../testing/server/database-fixtures.ts';

type Answer = (route: Route) => Promise<void>;
const withoutNetwork: Answer = (route) => route.abort('internetdisconnected');
/** A server that runs a newer release answers so. */
const withoutFile: Answer = (route) => route.fulfill({ status: 404 });

const test = base.extend({ expectedErrors: /A part of the program could not be loaded/ });

/** Blocks parts that are not loaded yet. Returns the function that unblocks them. */
async function withhold(page: Page, parts: RegExp, answer: Answer): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/assets/(?:${parts.source})-[^/]*\\.js$`);
  await page.route(pattern, answer);
  return () => page.unroute(pattern);
}

const notices = (page: Page) => page.getByRole('region', { name: 'Avisos' });
const failure = (page: Page) =>
  page.getByRole('main').getByRole('heading', { name: /^(?:Sin conexión|No se pudo cargar esta parte)$/ });
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Reintentar' });

/** Expects the notice of a missing part, closes it, and expects the page as it was. */
async function expectRefused(page: Page): Promise<void> {
  await expect(notices(page).getByText('No se pudo abrir')).toBeVisible();
  await notices(page).getByRole('button', { name: 'Cerrar aviso' }).first().click();
  await expect(page.getByText('No se pudo abrir')).toHaveCount(0);
}

test('REL-32: a missing part does not break the screen at a tap, and loads at the next one', async ({
  page,
  story,
}) => {
  const bring = await withhold(page, /auth-sheet|report-sheet|profile/, withoutNetwork);
  await page.goto(`/search?q=${encodeURIComponent(story.title)}`);
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
  const card = page.getByRole('article').filter({ hasText: story.title });
  await card.getByRole('button', { name: /^Votar: / }).click();
  await expectRefused(page);
  await card.getByRole('button', { name: 'Reportar' }).click();
  await expectRefused(page);
  await expect(card).toBeVisible();

  await page.context().setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(failure(page)).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { name: 'Sin conexión' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('navigation', { name: 'Navegación principal' })).toBeVisible();
  await retry(page).click();
  // The next press must not fall into the running attempt.
  await expect(retry(page)).toBeEnabled();
  await expect(failure(page)).toBeVisible();
  await bring();
  await retry(page).click();
  await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
  await page.goBack();
  await card.getByRole('button', { name: /^Votar: / }).click();
  await expect(
    page.getByRole('dialog', { name: 'Inicia sesión para votar por esta historia' }),
  ).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
});

test('REL-32: a missing part leaves a placeholder with a retry button for a story and for the sheets of its owner', async ({
  page,
}) => {
  await signInAsNewUser(page);
  const id = await uploadStory(page, {
    title: 'Entera',
    transcript: 'Ya está escrita.',
    published: false,
  });
  const bringStories = await withhold(page, /story/, withoutFile);
  await page.goto(`/?story=${id}`);
  await expect(failure(page)).toBeVisible();
  await bringStories();
  await retry(page).click();
  await expect(page.getByRole('heading', { name: 'Entera' })).toBeVisible();

  const bringSheets = await withhold(page, /edit-story-sheet|settings-sheet|drafts/, withoutFile);
  await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
  await storyCard(page, 'Entera').getByRole('button', { name: 'Editar historia' }).click();
  await expectRefused(page);
  await page.getByRole('button', { name: 'Ajustes' }).click();
  await expectRefused(page);
  await bringSheets();
  await storyCard(page, 'Entera').getByRole('button', { name: 'Editar historia' }).click();
  await expect(page.getByRole('dialog', { name: 'Editar historia' })).toBeVisible();

  // The server shows a link only once, so nothing of its sheet may be missing then.
  await page.goto('/pide');
  await page.getByLabel('Tu pregunta').fill('¿Cómo era tu casa?');
  await withhold(page, /.+/, withoutFile);
  await page.getByRole('button', { name: 'Crear enlace' }).click();
  await expect(page.getByRole('dialog', { name: 'Tu enlace está listo' })).toBeVisible();
});

test('REL-32: a file is refused without the part that has the reasons', async ({ page }) => {
  await withhold(page, /errors/, withoutNetwork);
  await page.goto('/record');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'o elige un audio' }).click(),
  ]);
  await chooser.setFiles({ name: 'recibo.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(9) });
  await expect(notices(page).getByText('No se pudo usar el archivo')).toBeVisible();
});

test('REL-32: a page whose files are gone from the server offers the newer version', async ({ page }) => {
  await withhold(page, /profile/, withoutFile);
  await page.goto('/search');
  await expect(page.getByLabel('Buscar historias...')).toBeVisible();
  const offer = page.getByText('Hay una versión nueva de Relato.');
  await expect(offer).toHaveCount(0);
  await page.route('/', async (route) => {
    const now = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/html', body: now.replace(/shell-[^.]+\.js/, 'shell-newer.js') });
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
  await expect(offer).toBeVisible();
  // A second part that failed may still have a request.
  await page.unrouteAll({ behavior: 'wait' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const widthOfText = offer.evaluate((notice) => {
    const range = document.createRange();
    range.selectNode(document.createTreeWalker(notice, NodeFilter.SHOW_TEXT).nextNode() ?? notice);
    return range.getBoundingClientRect().width;
  });
  expect(await widthOfText).toBeGreaterThan(120);
  await page.getByRole('button', { name: 'Recargar' }).click();
  await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test(
  'REL-32: a part that fails again although the server answers offers to reload the page, which Firefox needs',
  { tag: '@firefox' },
  async ({ page, story }) => {
    const bring = await withhold(page, /auth-sheet/, withoutNetwork);
    await page.goto(`/search?q=${encodeURIComponent(story.title)}`);
    const vote = page.getByRole('article').getByRole('button', { name: /^Votar: / });
    const offer = page.getByText('Una parte de Relato no se cargó.');
    await vote.click();
    await expectRefused(page);
    await expect(offer).toHaveCount(0);
    await vote.click();
    await expect(offer).toBeVisible();
    await bring();
    await page.getByRole('button', { name: 'Recargar' }).click();
    await expect(offer).toHaveCount(0);
    await vote.click();
    await expect(
      page.getByRole('dialog', { name: 'Inicia sesión para votar por esta historia' }),
    ).toBeVisible();
  },
);
