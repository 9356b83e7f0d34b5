import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { createStory, createUser } from '@relato/db/testing/factories';
import type { Browser, Page } from '@playwright/test';
import {
  call,
  createAccount,
  expect,
  query,
  signIn,
  somebody,
  startSession,
  type Person,
} from './fixtures.ts';
import { served } from './serve-relato.ts';
import { tellStory } from './stories.ts';
import { test as base } from './world.ts';

interface Author {
  readonly id: string;
  readonly username: string;
}

/** Somebody who is there, but never signs in. */
const test = base.extend<{ readonly author: Author }>({
  author: async ({ database: { prisma } }, use) => {
    const id = await createUser(prisma);
    const { username } = await prisma.profile.findUniqueOrThrow({ where: { id } });
    await use({ id, username: username ?? '' });
    await prisma.user.deleteMany({ where: { id } });
  },
});

const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');
const followers = (page: Page, count: string) =>
  main(page).getByRole('button', { name: `${count} Seguidores` });
const following = (page: Page, count: string) =>
  main(page).getByRole('button', { name: `${count} Siguiendo` });

/** A window of somebody's own; with nobody, a visitor's. */
async function openBrowser(browser: Browser, person?: Person): Promise<Page> {
  const context = await browser.newContext({
    baseURL: served.url,
    locale: 'es-ES',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  if (person) {
    await createAccount(page, person);
    await startSession(page, person);
  }
  return page;
}

const idOf = async (page: Page, { username }: Person): Promise<string> =>
  (await query<{ id: string }>(page, 'profiles.byUsername', { username })).id;

async function follow(page: Page, person: Person): Promise<void> {
  await call(page, 'follows.follow', { userId: await idOf(page, person) });
}

test(
  'shows a visitor who tells a story, and leads back to it',
  { tag: '@firefox' },
  async ({ page, browser }) => {
    const author = somebody();
    const studio = await openBrowser(browser, author);
    const title = `La casa de ${author.username}`;
    await tellStory(studio, { title });
    await tellStory(studio, { title: 'Solo para mí', published: false });

    await page.goto('/search');
    const card = page.getByRole('article').filter({ hasText: title });
    await card.getByRole('link', { name: `@${author.username}` }).click();
    await expect(page).toHaveURL(`/u/${author.username}`);
    await expect(page).toHaveTitle('Relato — Cuenta tu historia con tu voz');
    await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
    await expect(page.getByRole('heading', { name: `@${author.username}` })).toBeVisible();
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
  },
);

test('comes back from a profile to where one was in the list', async ({ page, author, database }) => {
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
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  const before = await card.boundingBox();
  await link.click();
  await expect(page.getByRole('heading', { name: `Historias de ${author.username}` })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(card).toBeInViewport();
  await expect
    .poll(async () => Math.abs(((await card.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
    .toBeLessThan(2);
});

test(
  'follows and unfollows, which counts at once and stays',
  { tag: '@firefox' },
  async ({ page, browser }) => {
    const author = somebody();
    const fan = somebody();
    const studio = await openBrowser(browser, author);
    await createAccount(page, fan);

    await test.step('a visitor sees no button before signing in', async () => {
      await page.goto(`/u/${author.username}`);
      await expect(followers(page, '0')).toBeVisible();
      await expect(main(page).getByRole('button', { name: 'Seguir', exact: true })).toHaveCount(0);
      await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
      await signIn(page, fan);
    });
    await expect(page.getByText(`Cuando ${author.username} publique una, estará aquí.`)).toBeVisible();
    const button = main(page).getByRole('button', { name: 'Seguir', exact: true });
    const undo = main(page).getByRole('button', { name: 'Dejar de seguir' });

    await test.step('a double tap is one', async () => {
      await button.dblclick();
      await expect(page.getByText('Siguiendo', { exact: true }).first()).toBeVisible();
      await expect(undo).toBeVisible();
      await expect(followers(page, '1')).toBeVisible();
      await page.reload();
      await expect(undo).toBeVisible();
      await expect(followers(page, '1')).toBeVisible();
    });

    await test.step('the own profile counts it too', async () => {
      await page.goto('/profile');
      await following(page, '1').click();
      await expect(dialog(page)).toHaveAccessibleName(`Siguiendo de ${fan.username}`);
      await dialog(page)
        .getByRole('link', { name: `@${author.username}` })
        .click();
      await expect(dialog(page)).toBeHidden();
      await expect(page).toHaveURL(`/u/${author.username}`);
    });

    await test.step('and lets go', async () => {
      await undo.click();
      await expect(page.getByText('Dejaste de seguir')).toBeVisible();
      await expect(followers(page, '0')).toBeVisible();
      await page.reload();
      await expect(button).toBeVisible();
      await expect(followers(page, '0')).toBeVisible();
    });
    await studio.context().close();
  },
);

test('takes a follow back that the server did not take', async ({ page, browser }) => {
  const author = somebody();
  const fan = somebody();
  const studio = await openBrowser(browser, author);
  await createAccount(page, fan);
  await startSession(page, fan);
  await page.goto(`/u/${author.username}`);
  const button = main(page).getByRole('button', { name: 'Seguir', exact: true });
  await expect(button).toBeVisible();

  await test.step('without a network', async () => {
    const held = Promise.withResolvers<void>();
    const undone: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('follows.unfollow')) undone.push(request.url());
    });
    await page.route('**/trpc/follows.follow*', async (route) => {
      await held.promise;
      await route.abort('internetdisconnected');
    });
    await button.click();
    await expect(followers(page, '1')).toBeVisible();
    // Until it is known, another press is one too many.
    await main(page).getByRole('button', { name: 'Dejar de seguir' }).click();
    await page.route('**/trpc/**profiles.byUsername**', (route) => route.abort('internetdisconnected'));
    held.resolve();
    await expect(page.getByText('No se pudo completar la acción')).toBeVisible();
    await expect(followers(page, '0')).toBeVisible();
    await expect(button).toBeVisible();
    expect(undone).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('with a session that ended elsewhere', async () => {
    await call(page, 'auth.signOut', {});
    await button.click();
    await expect(page.getByText('Debes iniciar sesión para seguir usuarios')).toBeVisible();
    await expect(followers(page, '0')).toBeVisible();
    await expect(button).toHaveCount(0);
  });
  await studio.context().close();
});

test('refuses to follow oneself from a window that thinks it is somebody else', async ({ page, browser }) => {
  const author = somebody();
  const fan = somebody();
  const studio = await openBrowser(browser, author);
  await createAccount(page, fan);
  await startSession(page, fan);
  await page.goto(`/u/${author.username}`);
  const button = main(page).getByRole('button', { name: 'Seguir', exact: true });
  await expect(button).toBeVisible();
  await startSession(page, author);
  await button.click();
  await expect(page.getByText('No puedes seguirte a ti mismo')).toBeVisible();
  await expect(button).toHaveCount(0);
  await studio.context().close();
});

test('shows a follow in the other browser without a reload, and what two tabs agree on', async ({
  page,
  browser,
}) => {
  const author = somebody();
  const fan = somebody();
  await page.clock.install();
  await createAccount(page, author);
  await startSession(page, author);
  await page.goto('/profile');
  await expect(followers(page, '0')).toBeVisible();
  const visitor = await openBrowser(browser);
  await visitor.clock.install();
  await visitor.goto(`/u/${author.username}`);
  await expect(followers(visitor, '0')).toBeVisible();

  const other = await openBrowser(browser, fan);
  await other.goto(`/u/${author.username}`);
  const stale = await other.context().newPage();
  await stale.goto(`/u/${author.username}`);
  const staleButton = main(stale).getByRole('button', { name: 'Seguir', exact: true });
  await expect(staleButton).toBeVisible();
  await main(other).getByRole('button', { name: 'Seguir', exact: true }).click();
  await expect(other.getByText('Siguiendo', { exact: true }).first()).toBeVisible();

  for (const window of [page, visitor]) {
    await window.clock.fastForward(31_000);
    await expect(followers(window, '1')).toBeVisible();
  }
  await followers(page, '1').click();
  await expect(dialog(page).getByRole('link', { name: `@${fan.username}` })).toBeVisible();

  await staleButton.click();
  await expect(main(stale).getByRole('button', { name: 'Dejar de seguir' })).toBeVisible();
  await expect(followers(stale, '1')).toBeVisible();
  await visitor.context().close();
  await other.context().close();
});

test('names who follows and who is followed, page after page', async ({ page, browser }) => {
  const author = somebody();
  const star = await openBrowser(browser, author);
  const lonely = { title: `Seguidores de ${author.username}`, empty: 'No tiene seguidores aún' };
  await page.goto(`/u/${author.username}`);
  await followers(page, '0').click();
  await expect(dialog(page)).toHaveAccessibleName(lonely.title);
  await expect(dialog(page).getByText(lonely.empty)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(followers(page, '0')).toBeFocused();
  await following(page, '0').click();
  await expect(dialog(page)).toHaveAccessibleName(`Siguiendo de ${author.username}`);
  await expect(dialog(page).getByText('No sigue a nadie aún')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cerrar', exact: true }).click();

  const fan = somebody();
  const other = await openBrowser(browser, fan);
  await follow(other, author);
  await page.reload();

  await test.step('a list that does not come says so', async () => {
    await page.route('**/trpc/**follows.followers**', (route) => route.fulfill({ status: 400, body: 'no' }));
    await followers(page, '1').click();
    const failed = dialog(page).getByText('No se pudo cargar la lista');
    await expect(failed).toBeVisible();
    await page.unroute('**/trpc/**follows.followers**');
    await dialog(page).getByRole('button', { name: 'Reintentar' }).click();
    await expect(failed).toBeHidden();
  });

  await dialog(page)
    .getByRole('link', { name: `@${fan.username}` })
    .click();
  await expect(page).toHaveURL(`/u/${fan.username}`);
  await expect(dialog(page)).toBeHidden();
  await expect(following(page, '1')).toBeVisible();
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page).toHaveURL(`/u/${author.username}`);
  await expect(followers(page, '1')).toBeVisible();
  await star.context().close();
  await other.context().close();
});

test('names everybody who follows, page after page', async ({ page, author, database: { prisma } }) => {
  const fans: string[] = [];
  for (let number = 1; number <= 25; number += 1) {
    const id = await createUser(prisma);
    await prisma.follow.create({ data: { id: randomUUID(), followerId: id, followingId: author.id } });
    fans.push(id);
  }
  await prisma.profile.update({
    where: { id: author.id },
    data: { followersCount: 25, followingCount: 1204 },
  });
  await page.goto(`/u/${author.username}`);
  await expect(following(page, '1.204')).toBeVisible();
  await followers(page, '25').click();
  const names = dialog(page).getByRole('listitem');
  await expect(names).toHaveCount(20);
  await names.last().scrollIntoViewIfNeeded();
  await expect(names).toHaveCount(25);
  await expect(dialog(page).getByRole('button', { name: 'Más personas' })).toHaveCount(0);
  await prisma.user.deleteMany({ where: { id: { in: fans } } });
});

test('says that nobody is called so, and that a profile did not come', async ({ page, browser }) => {
  for (const name of ['nadie_se_llama_asi', '%25', 'a%00b', '@x', 'a'.repeat(200)]) {
    await page.goto(`/u/${name}`);
    await expect(page.getByRole('heading', { name: 'No encontramos este perfil' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Escuchar otras historias' })).toBeVisible();
  }

  const author = somebody();
  const studio = await openBrowser(browser, author);
  await page.route('**/trpc/**profiles.byUsername**', (route) =>
    route.fulfill({ status: 404, body: 'a page of a proxy' }),
  );
  await page.goto(`/u/${author.username}`);
  const failed = page.getByRole('heading', { name: 'No se pudo cargar el perfil' });
  await expect(failed).toBeVisible();
  await page.unroute('**/trpc/**profiles.byUsername**');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { name: `@${author.username}` })).toBeVisible();
  await studio.context().close();
});

test('shows oneself as others see one, and more at home', { tag: '@firefox' }, async ({ page }) => {
  const person = somebody();
  await createAccount(page, person);
  await startSession(page, person);
  const title = 'La primera vez';
  await tellStory(page, { title });

  await page.goto(`/u/${person.username}`);
  await expect(main(page).getByText('1 Historias')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible();
  await expect(main(page).getByRole('button', { name: /^Seguir$|^Dejar de seguir$/ })).toHaveCount(0);
  await expect(page.getByText(person.email)).toBeHidden();

  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Mi Perfil' })).toBeVisible();
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

test('says while one types whether a username is free', async ({ page, browser }) => {
  const person = somebody();
  const neighbour = somebody();
  const elsewhere = await openBrowser(browser, neighbour);
  await createAccount(page, person);
  await startSession(page, person);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  const username = dialog(page).getByLabel('Nombre de usuario');
  await username.fill(neighbour.username.toUpperCase());
  await expect(username).toHaveAccessibleDescription('Este nombre de usuario ya está en uso');
  await username.fill('¿quién soy?');
  await expect(username).toHaveAccessibleDescription('Usa solo letras, números, puntos y guiones');
  await username.fill(`${person.username}_2`);
  await expect(username).toHaveAccessibleDescription('Está libre');
  await username.fill(person.username);
  await expect(username).toHaveAccessibleDescription('');
  await elsewhere.context().close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`shows people to everybody, in its ${colorScheme} colours`, async ({ page, browser }) => {
    const author = somebody();
    const studio = await openBrowser(browser, author);
    await tellStory(studio, { title: 'El tren', tags: ['humor'] });
    const fan = somebody();
    await createAccount(page, fan);
    await startSession(page, fan);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const check = async (what: string) =>
      test.step(what, async () => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        ).toEqual([]);
      });

    await page.goto(`/u/${author.username}`);
    await expect(page.getByRole('article')).toBeVisible();
    await check('somebody');
    await main(page).getByRole('button', { name: 'Seguir', exact: true }).click();
    await expect(main(page).getByRole('button', { name: 'Dejar de seguir' })).toBeVisible();
    await check('somebody whom one follows');
    await following(page, '0').click();
    await expect(dialog(page).getByText('No sigue a nadie aún')).toBeVisible();
    await check('a list of nobody');
    await page.keyboard.press('Escape');
    await followers(page, '1').click();
    await expect(dialog(page).getByRole('link', { name: `@${fan.username}` })).toBeVisible();
    await check('a list of people');
    await page.goto('/u/nadie_se_llama_asi');
    await expect(page.getByRole('heading', { name: 'No encontramos este perfil' })).toBeVisible();
    await check('nobody');
    await studio.context().close();
  });
}
