import { call, expect, newUser, signInAsNewUser, startSession, test } from '../testing/fixtures.ts';
import { lookAgain, openBrowser } from '../testing/people.ts';

test('REL-36: a page that stays open through a rename elsewhere shows the name and keeps the typed text', async ({
  page,
  browser,
}) => {
  const person = await signInAsNewUser(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Cambiar correo' }).click();
  await sheet.getByLabel('Correo nuevo').fill('otra@example.org');
  const elsewhere = await openBrowser(browser);
  await startSession(elsewhere, person);
  const { username } = newUser();
  await call(elsewhere, 'profiles.update', { username });
  await lookAgain(page);
  await expect(page.getByRole('heading', { name: `@${username}`, includeHidden: true })).toBeAttached();
  await expect(sheet.getByLabel('Correo nuevo')).toHaveValue('otra@example.org');
  await elsewhere.context().close();
});
