import type { Locator } from '@playwright/test';
import { createStory } from '@relato/db/testing/factories';
import { createAccount, expect, newUser, signInAsNewUser, startSession } from '../testing/fixtures.ts';
import { dialog, followers, lookAgain, main, openBrowser, toast, visit } from '../testing/people.ts';
import { restingTopOf } from '../testing/measuring/scrolling.ts';
import { uploadStory } from '../testing/server/upload-story.ts';
import { withoutFirstData } from '../testing/changed-answers.ts';
import { test } from '../testing/server/database-fixtures.ts';

/** Finds avatars with this letter. They are decoration, so no role finds them. */
const avatar = (within: Locator, letter: string): Locator =>
  within.locator('[aria-hidden=true]').filter({ hasText: new RegExp(`^${letter}$`) });

test('L10, L25, L59-61, L86-89, L99-101, L117: a visitor sees the profile of an author and gets back to the story, and the author sees more', async ({
  page,
  database: { prisma },
}) => {
  const author = await signInAsNewUser(page);
  const title = `La casa de ${author.username}`;
  await uploadStory(page, { title });
  await uploadStory(page, { title: 'Solo para mí', published: false });
  await page.context().clearCookies();

  // The newest stories come first, however many votes others have.
  await page.goto('/search?orden=nuevas');
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
    await expect(page).toHaveURL('/search?orden=nuevas');
    await expect(card).toBeVisible();
  });

  await test.step('the link is good in any case, also after a reload', async () => {
    await page.goto(`/u/${author.username.toUpperCase()}`);
    await expect(page.getByRole('heading', { name: `@${author.username}`, exact: true })).toBeVisible();
    await expect(page).toHaveURL(`/u/${author.username}`);
  });

  await test.step('the author sees what others see, and more in the own profile', async () => {
    await startSession(page, author);
    await page.reload();
    await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tu cuenta' })).toBeVisible();
    await expect(main(page).getByText('1 Historias')).toBeVisible();
    await expect(main(page).getByRole('button', { name: /^Seguir$|^Dejar de seguir$/ })).toHaveCount(0);
    await expect(page.getByText(author.email)).toBeHidden();

    await visit(page, '/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'Mi Perfil' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Mis Historias' })).toBeVisible();
    expect(await avatars.first().boundingBox()).toMatchObject({ width: 88, height: 88 });
    await expect(main(page).getByText(author.email)).toBeVisible();
    await expect(main(page).getByText('1 Historias')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Reportar' })).toHaveCount(0);
    await followers(page, '0').click();
    await expect(dialog(page)).toHaveAccessibleName(`Seguidores de ${author.username}`);
    await page.keyboard.press('Escape');
    await card.getByRole('link', { name: `@${author.username}` }).click();
    await expect(page).toHaveURL(`/u/${author.username}`);
  });

  await visit(page, '/profile');
  const sheet = dialog(page);
  const name = sheet.getByLabel('Nombre de usuario');
  const about = sheet.getByLabel('Sobre ti');
  const open = page.getByRole('button', { name: 'Ajustes' });
  const save = sheet.getByRole('button', { name: 'Guardar Perfil' });

  await test.step('what was saved with a lost answer can be taken back', async () => {
    await page.route('**/trpc/**profiles.update**', async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    });
    await open.click();
    await about.fill('Esto no era para todos.');
    await name.fill(`${author.username}_n`);
    await save.click();
    await expect(toast(page, 'No se pudo guardar el perfil')).toBeVisible();
    await page.unroute('**/trpc/**profiles.update**');
    await about.fill('');
    await name.fill(author.username);
    await save.click();
    await expect(sheet).toBeHidden();
    const { email } = author;
    const { profile } = await prisma.user.findUniqueOrThrow({ where: { email }, select: { profile: true } });
    expect(profile).toMatchObject({ username: author.username, about: '' });
  });

  await test.step('a user keeps a name that was reserved later', async () => {
    const username = `${author.username}.txt`;
    await prisma.profile.update({ where: { username: author.username }, data: { username } });
    await page.reload();
    await open.click();
    await expect(name).toHaveValue(username);
    await about.fill('Cuento lo que vi en el tren.');
    await save.click();
    await expect(sheet).toBeHidden();
    await expect(main(page).getByText('Cuento lo que vi en el tren.')).toBeVisible();
  });
});

test('SEC-57: going back from a profile restores the position in the list, and the address of a former name redirects', async ({
  page,
  author,
  database: { prisma },
}) => {
  for (let number = 1; number <= 6; number += 1) {
    await createStory(prisma, { userId: author.id, title: `Cuento ${number} de ${author.username}` });
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

  const next = `${author.username}_n`;
  // A reload, because the page of the former name is in memory.
  await page.reload();
  await expect(link).toBeVisible();
  await prisma.profile.update({ where: { id: author.id }, data: { username: next } });
  // A link within the app, whose navigation does not reach the server.
  await link.click();
  await expect(page).toHaveURL(`/u/${next}`);
  await expect(page.getByRole('heading', { name: `@${next}`, exact: true })).toBeVisible();
  await page.goto(`/u/${author.username}`);
  await expect(page).toHaveURL(`/u/${next}`);
});

test('L386: an unknown profile and a failing one have different texts', async ({ page, author }) => {
  for (const name of ['a%00b', 'nadie_se_llama_asi']) {
    await visit(page, `/u/${name}`);
    await expect(page.getByRole('heading', { name: 'No encontramos este perfil' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Escuchar otras historias' })).toBeVisible();
  }

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
});

test('what was typed does not stay for another user who signs in beside it', async ({ page, context }) => {
  const [before, next] = [newUser(), newUser()];
  await createAccount(next);
  await signInAsNewUser(page, before);
  await page.goto('/colecciones');
  const collection = main(page).getByLabel('Nueva colección');
  await collection.fill('Cosas mías');
  const other = await context.newPage();
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Ajustes' }).click();
  const name = dialog(other).getByLabel('Nombre de usuario');
  await name.fill(`${before.username}_x`);

  await startSession(page, next);
  await lookAgain(page);
  await lookAgain(other);
  await expect(other.getByRole('heading', { name: `@${next.username}` })).toBeAttached();
  await expect(dialog(other)).toHaveCount(0);
  await other.bringToFront();
  await other.getByRole('button', { name: 'Ajustes' }).click();
  await expect(name).toHaveValue(next.username);
  await page.bringToFront();
  await expect(collection).toHaveValue('');
});

const photo = (within: Locator): Locator => within.locator('img[src^="/photo/"]');

test(
  'a user puts a photo and a line beside their name, which others see, and takes the photo away',
  { tag: '@firefox-long' },
  async ({ page, browser }) => {
    const author = newUser();
    const title = `Con foto de ${author.username}`;
    await signInAsNewUser(page, author);
    await uploadStory(page, { title });
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Ajustes' }).click();
    const sheet = dialog(page);

    await test.step('what is no picture changes nothing', async () => {
      const file = sheet.locator('input[type=file]');
      await file.setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') });
      await expect(
        sheet.getByText('Este navegador no puede abrir esa imagen. Prueba con otra.'),
      ).toBeVisible();
      await file.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: await page.screenshot() });
    });
    await expect(sheet).toHaveAccessibleName('Tu foto');
    // The arrow keys move the picture, as a finger does.
    await sheet
      .getByRole('group', { name: 'Mueve la foto con el dedo o con las flechas' })
      .press('ArrowDown');
    await sheet.getByLabel('Tamaño').fill('2');
    await sheet.getByRole('button', { name: 'Usar esta foto' }).click();
    await expect(sheet.getByRole('button', { name: 'Quitar foto' })).toBeVisible();
    await sheet.getByLabel('Sobre ti').fill('Cuento lo que vi en el tren.');
    await expect(sheet.getByText('Quedan 132 caracteres')).toBeVisible();
    await sheet.getByRole('button', { name: 'Guardar Perfil' }).click();
    await expect(sheet).toBeHidden();
    await expect(main(page).getByText('Cuento lo que vi en el tren.')).toBeVisible();

    const visitor = await openBrowser(browser);
    await test.step('a visitor sees both', async () => {
      await visitor.goto('/search');
      const card = visitor.getByRole('article').filter({ hasText: title });
      await expect(photo(card)).toHaveJSProperty('naturalWidth', 96);
      await card.getByRole('link', { name: `@${author.username}` }).click();
      await expect(visitor.getByText('Cuento lo que vi en el tren.')).toBeVisible();
      await expect(photo(main(visitor)).first()).toHaveJSProperty('naturalWidth', 512);
      await visitor.context().close();
    });

    // A notice lies over the button for some seconds.
    await page.getByRole('button', { name: 'Ajustes' }).press('Enter');
    await sheet.getByRole('button', { name: 'Quitar foto' }).click();
    await expect(page.getByText('Foto quitada')).toBeVisible();
    await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
    await expect(photo(page.getByRole('main'))).toHaveCount(0);
  },
);
