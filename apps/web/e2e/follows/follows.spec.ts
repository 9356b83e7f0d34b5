import { randomUUID } from 'node:crypto';
import { createUser } from '@relato/db/testing/factories';
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
} from '../testing/fixtures.ts';
import { refreshUntil } from '../testing/refresh-clock.ts';
import { dialog, followers, following, main, openBrowser, sending } from '../testing/people.ts';
import { test } from '../testing/database-fixtures.ts';

const idOf = async (page: Page, { username }: Person): Promise<string> =>
  (await query<{ id: string }>(page, 'profiles.byUsername', { username })).id;

const toFollow = /follows\.follow\b/;
const notices = (page: Page) => page.getByRole('region', { name: 'Avisos' });

async function follow(page: Page, person: Person): Promise<void> {
  await call(page, 'follows.follow', { userId: await idOf(page, person) });
}

/** A fan in the page, at the profile of an author in a browser of their own. */
async function meet(page: Page, browser: Browser) {
  const author = somebody();
  const fan = somebody();
  const studio = await openBrowser(browser, author);
  await createAccount(page, fan);
  await startSession(page, fan);
  await page.goto(`/u/${author.username}`);
  const button = main(page).getByRole('button', { name: 'Seguir', exact: true });
  await expect(button).toBeVisible();
  return { author, fan, studio, button };
}

test(
  'L12, L88, L397: follows and unfollows, which counts at once and stays',
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
      const pressed = Promise.withResolvers<void>();
      await page.route(toFollow, async (route) => {
        await pressed.promise;
        await route.continue();
      });
      await sending(page, toFollow, async () => {
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
  },
);

test('L275, L388: takes a follow back that the server did not take', async ({ page, browser }) => {
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

test('L275: refuses to follow oneself from a window that thinks it is somebody else', async ({
  page,
  browser,
}) => {
  const { author, studio, button } = await meet(page, browser);
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
  // It goes on knowing nothing, however long the rest takes.
  const refreshes = '**/trpc/**profiles.byUsername**';
  await stale.route(refreshes, () => undefined);
  await other.bringToFront();
  await sending(other, toFollow, () =>
    main(other).getByRole('button', { name: 'Seguir', exact: true }).click(),
  );

  for (const window of [page, visitor]) {
    await refreshUntil(window, () => expect(followers(window, '1')).toBeVisible({ timeout: 3_000 }));
  }
  await followers(page, '1').click();
  await expect(dialog(page).getByRole('link', { name: `@${fan.username}` })).toBeVisible();

  await stale.bringToFront();
  await stale.unroute(refreshes);
  await staleButton.click();
  await expect(main(stale).getByRole('button', { name: 'Dejar de seguir' })).toBeVisible();
  await expect(followers(stale, '1')).toBeVisible();
  await visitor.context().close();
  await other.context().close();
});

test('L12, L93-95: names who follows and who is followed, page after page', async ({ page, browser }) => {
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

test(
  'follows from a list, where who is let go stays to be followed again',
  { tag: '@firefox' },
  async ({ page, browser }) => {
    const { author, fan, studio, button } = await meet(page, browser);
    const other = somebody();
    const window = await openBrowser(browser, other);
    await follow(window, author);
    await sending(page, toFollow, () => button.click());
    await expect(followers(page, '2')).toBeVisible();
    await followers(page, '2').click();
    const itemOf = (person: Person) =>
      dialog(page).getByRole('listitem').filter({ hasText: person.username });
    await expect(itemOf(fan)).toBeVisible();
    await expect(itemOf(fan).getByRole('button')).toHaveCount(0);

    await sending(page, toFollow, () =>
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
  },
);
