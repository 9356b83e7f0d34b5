import { randomUUID } from 'node:crypto';
import { createUser } from '@relato/db/testing/factories';
import type { Browser, Page } from '@playwright/test';
import {
  call,
  createAccount,
  expect,
  query,
  signIn,
  newUser,
  startSession,
  type TestUser,
} from '../testing/fixtures.ts';
import { holdCalls } from '../testing/changed-answers.ts';
import { refreshUntil } from '../testing/refresh-clock.ts';
import { dialog, followers, following, main, openBrowser, waitForCall } from '../testing/people.ts';
import { test } from '../testing/server/database-fixtures.ts';

const idOf = async (page: Page, { username }: TestUser): Promise<string> =>
  (await query<{ id: string }>(page, 'profiles.byUsername', { username })).id;

const toFollow = /follows\.follow\b/;
const notices = (page: Page) => page.getByRole('region', { name: 'Avisos' });

async function follow(page: Page, person: TestUser): Promise<void> {
  await call(page, 'follows.follow', { userId: await idOf(page, person) });
}

/** Opens the profile of an author for a signed-in fan; the author has a browser of their own. */
async function meet(page: Page, browser: Browser) {
  const author = newUser();
  const fan = newUser();
  const studio = await openBrowser(browser, author);
  await createAccount(fan);
  await startSession(page, fan);
  await page.goto(`/u/${author.username}`);
  const button = main(page).getByRole('button', { name: 'Seguir', exact: true });
  await expect(button).toBeVisible();
  return { author, fan, studio, button };
}

test('L12, L88, L397: following and unfollowing a person moves the counter at once and lasts', async ({
  page,
  browser,
}) => {
  const author = newUser();
  const fan = newUser();
  const studio = await openBrowser(browser, author);
  await createAccount(fan);

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

  await test.step('a double tap counts once', async () => {
    const pressed = Promise.withResolvers<void>();
    await page.route(toFollow, async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await waitForCall(page, toFollow, async () => {
      await button.dblclick();
      pressed.resolve();
    });
    await page.unroute(toFollow);
    await expect(notices(page).getByText('Siguiendo', { exact: true })).toBeVisible();
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
});

test('L275, L388: a follow that fails is taken back on the screen', async ({ page, browser }) => {
  const { studio, button } = await meet(page, browser);

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
    // A second press before the answer must do nothing.
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
    await page.reload();
    await expect(button).toBeVisible();
    await call(page, 'account.signOut', {});
    await button.click();
    await expect(page.getByText('Debes iniciar sesión para seguir usuarios')).toBeVisible();
    await expect(followers(page, '0')).toBeVisible();
    await expect(button).toHaveCount(0);
  });
  await studio.context().close();
});

test('L275: a stale window cannot make users follow themselves', async ({ page, browser }) => {
  const { author, studio, button } = await meet(page, browser);
  await startSession(page, author);
  await button.click();
  await expect(page.getByText('No puedes seguirte a ti mismo')).toBeVisible();
  await expect(button).toHaveCount(0);
  await studio.context().close();
});

test('a follow shows in another browser without a reload, and two tabs agree on it', async ({
  page,
  browser,
}) => {
  const author = newUser();
  const fan = newUser();
  await page.clock.install();
  await createAccount(author);
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
  // Keeps this tab from refreshing, however long the rest takes.
  const release = await holdCalls(stale, 'profiles.byUsername');
  await other.bringToFront();
  await waitForCall(other, toFollow, () =>
    main(other).getByRole('button', { name: 'Seguir', exact: true }).click(),
  );

  for (const window of [page, visitor]) {
    await refreshUntil(window, () => expect(followers(window, '1')).toBeVisible({ timeout: 3_000 }));
  }
  await followers(page, '1').click();
  await expect(dialog(page).getByRole('link', { name: `@${fan.username}` })).toBeVisible();

  await stale.bringToFront();
  await staleButton.click();
  release();
  await expect(main(stale).getByRole('button', { name: 'Dejar de seguir' })).toBeVisible();
  await expect(followers(stale, '1')).toBeVisible();
  await visitor.context().close();
  await other.context().close();
});

test('L12, L93-95: the lists of followers and of followed people lead from profile to profile', async ({
  page,
  browser,
}) => {
  const author = newUser();
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

  const fan = newUser();
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

test('a long list of followers loads page by page', async ({ page, author, database: { prisma } }) => {
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

test('a person unfollowed in a list stays there to be followed again', async ({ page, browser }) => {
  const { author, fan, studio, button } = await meet(page, browser);
  const other = newUser();
  const window = await openBrowser(browser, other);
  await follow(window, author);
  await waitForCall(page, toFollow, () => button.click());
  await expect(followers(page, '2')).toBeVisible();
  await followers(page, '2').click();
  const itemOf = (person: TestUser) =>
    dialog(page).getByRole('listitem').filter({ hasText: person.username });
  await expect(itemOf(fan)).toBeVisible();
  await expect(itemOf(fan).getByRole('button')).toHaveCount(0);

  await waitForCall(page, toFollow, () =>
    itemOf(other)
      .getByRole('button', { name: `Seguir a @${other.username}` })
      .click(),
  );
  const letGo = itemOf(other).getByRole('button', {
    name: `Siguiendo a @${other.username}. Dejar de seguir`,
  });
  await expect(letGo).toHaveText('Siguiendo');
  await page.goto('/profile');
  await following(page, '2').click();
  await expect(letGo).toBeVisible();
  await letGo.click();
  await expect(page.getByText('Dejaste de seguir')).toBeVisible();
  await expect(itemOf(other).getByRole('button', { name: `Seguir a @${other.username}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(following(page, '1')).toBeVisible();
  await studio.context().close();
  await window.context().close();
});
