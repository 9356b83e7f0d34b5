import { test } from '../testing/database-fixtures.ts';
import { createAccount, expect, somebody, startSession } from '../testing/fixtures.ts';
import { enter } from '../testing/moderators.ts';

test('moderators find their place in the menu, in their profile and beside the page', async ({
  browser,
  database,
}) => {
  const { page } = await enter(browser, database, 'moderator');
  const places = page.getByRole('link', { name: 'Moderación' });
  await page.goto('/profile');
  await expect(page.getByRole('main').getByRole('link', { name: 'Moderación' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Moderación' })).toBeVisible();
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await expect(places).toHaveCount(3);
  await page.context().close();
});

test('who is no moderator finds nothing there', async ({ page }) => {
  await page.goto('/moderacion');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  const person = somebody();
  await createAccount(page, person);
  await startSession(page, person);
  await page.goto('/moderacion');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await page.goto('/search');
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await expect(page.getByRole('link', { name: 'Mi Perfil' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Moderación' })).toHaveCount(0);
});
