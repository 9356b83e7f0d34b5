import { test } from '../testing/server/database-fixtures.ts';
import { call, expect, newUser, signInAsNewUser, startSession } from '../testing/fixtures.ts';
import { lookAgain, openBrowser, toast } from '../testing/people.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

test('REL-36: a page that stays open through a rename and a sign-out elsewhere reports both and keeps the typed text', async ({
  page,
  browser,
  story,
}) => {
  const person = await signInAsNewUser(page);
  await uploadStory(page, { title: 'La mía', published: true });
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

  await page.goto(`/?story=${story.id}`);
  await expect(page.getByRole('button', { name: 'Tu cuenta' })).toBeVisible();
  const field = page.getByLabel('Escribe un comentario...');
  await field.fill('Sin enviar');
  await call(elsewhere, 'account.endOtherSessions', {});
  await lookAgain(page);
  await expect(toast(page, 'Tu sesión se cerró')).toBeVisible();
  await expect(field).toHaveValue('Sin enviar');
  await elsewhere.context().close();
});
