import type { Locator } from '@playwright/test';
import { createStory } from '@relato/db/testing/factories';
import { createAccount, expect, newUser, startSession, signInAsNewUser } from '../testing/fixtures.ts';
import { dialog, followers, main, openBrowser } from '../testing/people.ts';
import { restingTopOf } from '../testing/measuring/scrolling.ts';
import { uploadStory } from '../testing/server/upload-story.ts';
import { withoutFirstData } from '../testing/changed-answers.ts';
import { test } from '../testing/server/database-fixtures.ts';

/** Finds avatars with this letter. They are decoration, so no role finds them. */
const avatar = (within: Locator, letter: string): Locator =>
  within.locator('[aria-hidden=true]').filter({ hasText: new RegExp(`^${letter}$`) });

test('L10, L59-61, L86-89, L117: a visitor sees the profile of an author and gets back to the story', async ({
  page,
  browser,
}) => {
  const author = newUser();
  const studio = await openBrowser(browser, author);
  const title = `La casa de ${author.username}`;
  await uploadStory(studio, { title });
  await uploadStory(studio, { title: 'Solo para mí', published: false });

  await page.goto('/search');
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByRole('link', { name: `@${author.username}` }).click();
  await expect(page).toHaveURL(`/u/${author.username}`);
  await expect(page).toHaveTitle(`@${author.username} – Relato`);
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
  await expect(page.getByRole('heading', { name: `@${author.username}` })).toBeVisible();
  // The large avatar of the profile, then the small one of the card.
  const avatars = avatar(main(page), author.username.charAt(0).toUpperCase());
  await expect(avatars).toHaveCount(2);
  expect(await avatars.first().boundingBox()).toMatchObject({ width: 88, height: 88 });
  expect(await avatars.last().boundingBox()).toMatchObject({ width: 36, height: 36 });
  await expect(main(page).getByText('1 Historias')).toBeVisible();
  await expect(page.getByRole('heading', { name: `Historias de ${author.username}` })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(main(page).getByRole('button', { name: /^Seguir$|^Dejar de seguir$/ })).toHaveCount(0);
  await expect(page.getByText(author.email)).toHaveCount(0);

  await test.step('a story opens in front of the profile, and the arrow leads back step by step', async () => {
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Historia' })).toBeVisible();
    await page.getByRole('button', { name: 'Volver' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
    await page.getByRole('button', { name: 'Volver' }).click();
    await expect(page).toHaveURL('/search');
    await expect(card).toBeVisible();
  });

  await test.step('the link is good in any case, also after a reload', async () => {
    await page.goto(`/u/${author.username.toUpperCase()}`);
    await expect(page.getByRole('heading', { name: `@${author.username}`, exact: true })).toBeVisible();
  });
  await studio.context().close();
});

test('SEC-57: the address of a former name leads on to the present one', async ({
  page,
  author,
  story,
  database,
}) => {
  const next = `${author.username}_n`;
  await page.goto(`/search?q=${encodeURIComponent(story.title)}`);
  const link = page.getByRole('article').getByRole('link', { name: `@${author.username}` });
  await expect(link).toBeVisible();
  await database.prisma.profile.update({ where: { id: author.id }, data: { username: next } });
  // A link within the app, which the server does not see.
  await link.click();
  await expect(page).toHaveURL(`/u/${next}`);
  await expect(page.getByRole('heading', { name: `@${next}`, exact: true })).toBeVisible();
  await page.goto(`/u/${author.username}`);
  await expect(page).toHaveURL(`/u/${next}`);
});

test('going back from a profile restores the position in the list', async ({ page, author, database }) => {
  for (let number = 1; number <= 6; number += 1) {
    await createStory(database.prisma, {
      userId: author.id,
      title: `Cuento ${number} de ${author.username}`,
    });
  }
  await page.goto(`/search?q=${author.username}`);
  const card = page.getByRole('article').filter({ hasText: `Cuento 2 de ${author.username}` });
  const link = card.getByRole('link', { name: `@${author.username}` });
  await link.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  const top = await restingTopOf(card);
  await link.click();
  await expect(page.getByRole('heading', { name: `Historias de ${author.username}` })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(card).toBeInViewport();
  await expect.poll(async () => Math.abs((await restingTopOf(card)) - top)).toBeLessThan(2);
});

test('L386: an unknown profile and a failed one have texts of their own', async ({ page, browser }) => {
  for (const name of ['nadie_se_llama_asi', '%25', 'a%00b', '@x', 'a'.repeat(200)]) {
    await page.goto(`/u/${name}`);
    await expect(page.getByRole('heading', { name: 'No encontramos este perfil' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Escuchar otras historias' })).toBeVisible();
  }

  const author = newUser();
  const studio = await openBrowser(browser, author);
  await withoutFirstData(page);
  await page.route('**/trpc/**profiles.byUsername**', (route) =>
    route.fulfill({ status: 404, body: 'a page of a proxy' }),
  );
  await page.goto(`/u/${author.username}`);
  const failed = page.getByRole('heading', { name: 'No se pudo cargar el perfil' });
  await expect(failed).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Avisos' }).getByText('No se pudo cargar el perfil'),
  ).toBeVisible();
  await page.unroute('**/trpc/**profiles.byUsername**');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { name: `@${author.username}` })).toBeVisible();
  await studio.context().close();
});

test('L25, L86-89, L99-101: the own profile shows what others see and more', async ({ page }) => {
  const person = await signInAsNewUser(page);
  const title = 'La primera vez';
  await uploadStory(page, { title });

  await page.goto(`/u/${person.username}`);
  await expect(main(page).getByText('1 Historias')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible();
  await expect(main(page).getByRole('button', { name: /^Seguir$|^Dejar de seguir$/ })).toHaveCount(0);
  await expect(page.getByText(person.email)).toBeHidden();

  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Mi Perfil' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Mis Historias' })).toBeVisible();
  // The large avatar, before the small ones of the cards.
  const ownAvatar = avatar(main(page), person.username.charAt(0).toUpperCase()).first();
  expect(await ownAvatar.boundingBox()).toMatchObject({ width: 88, height: 88 });
  await expect(main(page).getByText(person.email)).toBeVisible();
  await expect(main(page).getByText('1 Historias')).toBeVisible();
  await followers(page, '0').click();
  await expect(dialog(page)).toHaveAccessibleName(`Seguidores de ${person.username}`);
  await expect(dialog(page).getByText('No tiene seguidores aún')).toBeVisible();
  await page.keyboard.press('Escape');
  await main(page)
    .getByRole('article')
    .getByRole('link', { name: `@${person.username}` })
    .click();
  await expect(page).toHaveURL(`/u/${person.username}`);
});

test('L273: the settings say while the user types whether a username is free', async ({ page, browser }) => {
  const person = newUser();
  const neighbour = newUser();
  const elsewhere = await openBrowser(browser, neighbour);
  await createAccount(person);
  await startSession(page, person);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  const username = dialog(page).getByLabel('Nombre de usuario');
  await username.fill(neighbour.username.toUpperCase());
  await expect(username).toHaveAccessibleDescription('Este nombre de usuario ya está en uso');
  await username.fill('¿quién soy?');
  await expect(username).toHaveAccessibleDescription(
    'Usa solo letras, números, puntos, guiones y guiones bajos',
  );
  await username.fill(`${person.username}_2`);
  await expect(username).toHaveAccessibleDescription('Está libre');
  await username.fill(person.username);
  await expect(username).toHaveAccessibleDescription('');
  await elsewhere.context().close();
});
