import { limits } from '@relato/contract/limits';
import type { Locator, Page } from '@playwright/test';
import { call, expect, signInAsNewUser } from '../testing/fixtures.ts';
import { markedRegions, markLiveRegions } from '../testing/live-regions.ts';
import { main, visit } from '../testing/people.ts';
import { address, cardOf, test, titles } from '../testing/server/feed-corner.ts';

const searchBox = (page: Page): Locator => page.getByRole('searchbox', { name: 'Buscar historias...' });
const chip = (page: Page, tag: string): Locator =>
  page.getByRole('group', { name: 'Etiquetas' }).getByRole('button', { name: tag, exact: true });

test('L23, L51-53, L277: search words and tag chips filter the feed and live in the address', async ({
  page,
  corner,
}) => {
  await corner.tell('La traición del ñandú', { tags: ['humor'] });
  await corner.tell('Una tarde de lluvia', { tags: ['amor'] });
  await corner.tell('El tren', { tags: ['terror'] });
  await page.goto(address(corner));
  await expect(titles(page)).toHaveCount(3);
  await expect(page.getByText(`Filtrando por: ${corner.tag}`)).toBeVisible();
  await expect(searchBox(page)).toHaveAttribute('placeholder', 'Buscar historias...');

  await test.step('words, whatever their case and accents', async () => {
    await markLiveRegions(page);
    await searchBox(page).pressSequentially('TRAICION');
    await expect(titles(page)).toHaveText(['La traición del ñandú']);
    await expect(markedRegions(page).filter({ hasText: /^1 historia$/ })).toHaveCount(1);
    await expect(page).toHaveURL(/[?&]q=TRAICION/);
  });

  await test.step('nothing found is said, and undone', async () => {
    await searchBox(page).fill('ornitorrinco');
    await expect(page.getByRole('heading', { name: 'No hay historias disponibles' })).toBeVisible();
    await page.goBack();
    await expect(searchBox(page)).toHaveValue('');
    await expect(titles(page)).toHaveCount(3);
  });

  await test.step('at least one of the chips, pressed by keyboard, together with the words', async () => {
    await visit(page, `/search?q=${encodeURIComponent('a')}`);
    await chip(page, 'humor').focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Filtrando por: humor', { exact: true })).toBeVisible();
    await chip(page, 'amor').press('Enter');
    await expect(page.getByText('Filtrando por: humor, amor', { exact: true })).toBeVisible();
    await expect(chip(page, 'amor')).toHaveAttribute('aria-pressed', 'true');
    await expect(chip(page, 'amor')).toBeFocused();
    await expect(cardOf(page, 'El tren')).toHaveCount(0);
    await expect(cardOf(page, 'La traición del ñandú')).toHaveCount(1);
    await expect(cardOf(page, 'Una tarde de lluvia').first()).toBeVisible();
  });

  await test.step('back undoes a step, and a shared link keeps all', async () => {
    const shared = page.url();
    await page.goBack();
    await expect(page.getByText('Filtrando por: humor', { exact: true })).toBeVisible();
    await page.goto(shared);
    await expect(searchBox(page)).toHaveValue('a');
    await expect(page.getByText('Filtrando por: humor, amor', { exact: true })).toBeVisible();
  });

  await test.step('two presses count before the screen shows the first one', async () => {
    await page.getByRole('group', { name: 'Etiquetas' }).evaluate((group) => {
      for (const each of group.querySelectorAll('button'))
        if (['terror', 'traición'].includes(each.textContent)) each.click();
    });
    await expect(
      page.getByText('Filtrando por: humor, amor, terror, traición', { exact: true }),
    ).toBeVisible();
    await expect(searchBox(page)).toHaveValue('a');
  });
});

test('an order stands in the address and is kept for the next visit; that of followed people has only their stories', async ({
  page,
  corner,
  setFlags,
}) => {
  await setFlags({ recordOnly: false });
  await corner.tell('La más votada', { votes: 5 });
  await corner.tell('La de hoy');
  const orders = page.getByRole('group', { name: 'Orden' });
  const pressed = orders.getByRole('button', { pressed: true });
  await page.goto(address(corner));
  await expect(pressed).toHaveText('Destacadas');
  await expect(titles(page)).toHaveText(['La más votada', 'La de hoy']);
  await orders.getByRole('button', { name: 'Nuevas' }).click();
  await expect(titles(page)).toHaveText(['La de hoy', 'La más votada']);
  await expect(page).toHaveURL(/[?&]orden=nuevas/);

  await orders.getByRole('button', { name: 'Destacadas' }).click();
  await expect(titles(page)).toHaveText(['La más votada', 'La de hoy']);
  await orders.getByRole('button', { name: 'En alza' }).click();
  await visit(page, '/profile');
  await page.getByRole('link', { name: 'Comunidad' }).click();
  await expect(pressed).toHaveText('En alza');
  // The link of the placeholder leads to the last order too.
  await visit(page, '/profile');
  await page.evaluate(() => location.assign('/search'));
  await expect(pressed).toHaveText('En alza');
  await page.goto('/search');
  await expect(pressed).toHaveText('Destacadas');

  await visit(page, '/search?orden=siguiendo');
  const emptyFeed = page.getByRole('heading', { name: 'Aquí estarán las historias de quienes sigues' });
  await expect(emptyFeed).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await signInAsNewUser(page);
  await page.goto('/search?orden=siguiendo');
  await main(page).getByRole('button', { name: 'Ver las nuevas' }).click();
  await expect(pressed).toHaveText('Nuevas');
  await expect(page).toHaveURL(/[?&]orden=nuevas/);
  await call(page, 'follows.follow', { userId: corner.userId });
  await page.goto('/search?orden=siguiendo');
  await expect(titles(page)).toHaveText(['La de hoy', 'La más votada']);
});

test('the search box searches again once it has the answer, and explains a text that is too long without another list', async ({
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
  await searchBox(page).fill('z');
  await expect.poll(() => asked).toEqual(['z']);
  for (const letters of ['zz', 'zzq', 'zzqx']) {
    await searchBox(page).fill(letters);
    // Longer than the typing pause before a search.
    await page.clock.runFor(400);
  }
  await searchBox(page).press('Enter');
  expect(asked).toEqual(['z']);
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'No hay historias disponibles' })).toBeVisible();
  await expect(page).toHaveURL(/[?&]q=zzqx/);
  await expect.poll(() => asked).toEqual(['z', 'zzqx']);
  await page.unrouteAll({ behavior: 'wait' });

  const long = 'a'.repeat(limits.search.maxLength + 50);
  await searchBox(page).fill(long);
  await expect(page.getByText('Puedes buscar con hasta 100 caracteres')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(searchBox(page)).toHaveValue(long);
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
