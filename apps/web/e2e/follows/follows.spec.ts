import { randomUUID } from 'node:crypto';
import { createUser } from '@relato/db/testing/factories';
import { holdCalls } from '../testing/changed-answers.ts';
import {
  call,
  createAccount,
  expect,
  newUser,
  signIn,
  signInAsNewUser,
  startSession,
} from '../testing/fixtures.ts';
import {
  closeSheet,
  dialog,
  followers,
  following,
  main,
  toast,
  visit,
  waitForCall,
} from '../testing/people.ts';
import { test } from '../testing/server/database-fixtures.ts';

const toFollow = /follows\.follow\b/;

test('L12, L88, L275, L388, L397: following and unfollowing a person changes the counter at once, lasts, and reverts on failure', async ({
  page,
}) => {
  const [author, fan] = [newUser(), newUser()];
  await createAccount(author);
  await createAccount(fan);
  const button = main(page).getByRole('button', { name: 'Seguir', exact: true });
  const undo = main(page).getByRole('button', { name: 'Dejar de seguir' });

  await test.step('a visitor sees no button before signing in', async () => {
    await page.goto(`/u/${author.username}`);
    await expect(followers(page, '0')).toBeVisible();
    await expect(button).toHaveCount(0);
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
    await signIn(page, fan);
  });
  await expect(page.getByText(`Cuando ${author.username} publique una, estará aquí.`)).toBeVisible();

  await test.step('without a network it is taken back, and a second press before the answer does nothing', async () => {
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
    await undo.click();
    await page.route('**/trpc/**profiles.byUsername**', (route) => route.abort('internetdisconnected'));
    held.resolve();
    await expect(page.getByText('No se pudo completar la acción')).toBeVisible();
    await expect(followers(page, '0')).toBeVisible();
    await expect(button).toBeVisible();
    expect(undone).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

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
    await expect(toast(page, 'Siguiendo')).toBeVisible();
    await expect(undo).toBeVisible();
    await page.reload();
    await expect(undo).toBeVisible();
    await expect(followers(page, '1')).toBeVisible();
  });

  await test.step('the own profile counts it too, and the list leads back', async () => {
    await visit(page, '/profile');
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
  });

  await test.step('a stale window can neither follow for a visitor nor the user themselves', async () => {
    // The session must not refresh before the press.
    const showVisitor = await holdCalls(page, 'account.session');
    await call(page, 'account.signOut', {});
    await button.click();
    await expect(page.getByText('Debes iniciar sesión para seguir usuarios')).toBeVisible();
    await expect(followers(page, '0')).toBeVisible();
    showVisitor();
    await expect(button).toHaveCount(0);
    await startSession(page, fan);
    await page.reload();
    // The unfollowing has lasted, too.
    await expect(button).toBeVisible();
    const showAuthor = await holdCalls(page, 'account.session');
    await startSession(page, author);
    await button.click();
    await expect(page.getByText('No puedes seguirte a ti mismo')).toBeVisible();
    showAuthor();
    await expect(button).toHaveCount(0);
  });
});

test('L12, L93-95: the lists of followers and of followed people load page by page, lead from profile to profile, and follow', async ({
  page,
  author,
  database: { prisma },
}) => {
  await page.goto(`/u/${author.username}`);
  await followers(page, '0').click();
  await expect(dialog(page)).toHaveAccessibleName(`Seguidores de ${author.username}`);
  await expect(dialog(page).getByText('No tiene seguidores aún')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(followers(page, '0')).toBeFocused();
  await following(page, '0').click();
  await expect(dialog(page)).toHaveAccessibleName(`Siguiendo de ${author.username}`);
  await expect(dialog(page).getByText('No sigue a nadie aún')).toBeVisible();

  const mark = author.id.slice(0, 8);
  const fans: string[] = [];
  for (let number = 1; number <= 25; number += 1) {
    const id = await createUser(prisma, {
      profile: { create: { username: `fan_${number}_${mark}` } },
    });
    await prisma.follow.create({ data: { id: randomUUID(), followerId: id, followingId: author.id } });
    await prisma.profile.update({ where: { id }, data: { followingCount: 1 } });
    fans.push(id);
  }
  await prisma.profile.update({
    where: { id: author.id },
    data: { followersCount: 25, followingCount: 1204 },
  });
  await signInAsNewUser(page);
  await page.goto(`/u/${author.username}`);
  await test.step('a list of people who cannot be shown does not contradict its counter', async () => {
    await following(page, '1.204').click();
    await expect(dialog(page).getByText('Ahora no podemos mostrarte a quién sigue')).toBeVisible();
    await closeSheet(page);
  });

  await test.step('a list that does not come says so', async () => {
    await page.route('**/trpc/**follows.followers**', (route) => route.fulfill({ status: 400, body: 'no' }));
    await followers(page, '25').click();
    const failed = dialog(page).getByText('No se pudo cargar la lista');
    await expect(failed).toBeVisible();
    await page.unroute('**/trpc/**follows.followers**');
    await dialog(page).getByRole('button', { name: 'Reintentar' }).click();
    await expect(failed).toBeHidden();
  });
  const items = dialog(page).getByRole('listitem');
  await expect(items).toHaveCount(20);
  await items.last().scrollIntoViewIfNeeded();
  await expect(items).toHaveCount(25);
  await expect(dialog(page).getByRole('button', { name: 'Más personas' })).toHaveCount(0);

  const name = `fan_25_${mark}`;
  await test.step('a person unfollowed in a list stays there to be followed again', async () => {
    const letGo = dialog(page).getByRole('button', { name: `Siguiendo a @${name}. Dejar de seguir` });
    const again = dialog(page).getByRole('button', { name: `Seguir a @${name}` });
    await waitForCall(page, toFollow, () => again.click());
    await expect(letGo).toHaveText('Siguiendo');
    await letGo.click();
    await expect(page.getByText('Dejaste de seguir')).toBeVisible();
    await expect(again).toBeVisible();
  });

  await dialog(page)
    .getByRole('link', { name: `@${name}` })
    .click();
  await expect(page).toHaveURL(`/u/${name}`);
  await expect(dialog(page)).toBeHidden();
  await expect(following(page, '1')).toBeVisible();
  // A notice lies over the button for some seconds.
  await page.getByRole('button', { name: 'Volver' }).press('Enter');
  await expect(page).toHaveURL(`/u/${author.username}`);
  await prisma.user.updateMany({ where: { id: { in: fans } }, data: { suspendedAt: new Date() } });
  await followers(page, '25').click();
  await expect(dialog(page).getByText('Ahora no podemos mostrarte a quienes le siguen')).toBeVisible();
  await prisma.user.deleteMany({ where: { id: { in: fans } } });
});
