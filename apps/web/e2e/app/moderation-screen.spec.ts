import { expect, signInAsNewUser, test } from '../testing/fixtures.ts';
import { signInWithRole } from '../testing/moderators.ts';

test('moderators find the moderation screen in the menu, in their profile and in the side navigation', async ({
  browser,
}) => {
  const { page } = await signInWithRole(browser, 'moderator');
  const places = page.getByRole('link', { name: 'Moderación' });
  await page.goto('/profile');
  await expect(page.getByRole('main').getByRole('link', { name: 'Moderación' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Moderación' })).toBeVisible();
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await expect(places).toHaveCount(3);
  await page.context().close();
});

test('visitors and users without the role find no moderation screen', async ({ page }) => {
  await page.goto('/moderacion');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await signInAsNewUser(page);
  await page.goto('/moderacion');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await page.goto('/search');
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await expect(page.getByRole('link', { name: 'Mi Perfil' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Moderación' })).toHaveCount(0);
});
