import { createAccount, expect, newUser, signInAsNewUser, startSession, test } from '../testing/fixtures.ts';

test('only moderators find the moderation screen in the menu, in their profile and in the side navigation', async ({
  page,
}) => {
  await page.goto('/moderacion');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await signInAsNewUser(page);
  await page.goto('/moderacion');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await page.goto('/search');
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await expect(page.getByRole('link', { name: 'Mi Perfil' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Moderación' })).toHaveCount(0);

  const moderator = newUser();
  await createAccount(moderator, 'moderator');
  await startSession(page, moderator);
  const places = page.getByRole('link', { name: 'Moderación' });
  const navigation = page.getByRole('navigation');
  await page.setViewportSize({ width: 1280, height: 800 });
  const late = Promise.withResolvers<void>();
  await page.route(/\/assets\/moderation-link-/, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto('/profile', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Tu cuenta' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const recordButton = navigation.getByRole('button', { name: 'Grabar' });
  const before = await recordButton.boundingBox();
  late.resolve();
  await expect(navigation.getByRole('link', { name: 'Moderación' })).toBeVisible();
  expect(await recordButton.boundingBox()).toEqual(before);
  await expect(page.getByRole('main').getByRole('link', { name: 'Moderación' })).toBeVisible();
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await expect(places).toHaveCount(3);
});
