import type { Browser, Page } from '@playwright/test';
import { test } from '../testing/server/database-fixtures.ts';
import { call, expect, newUser, signInAsNewUser, startSession, type TestUser } from '../testing/fixtures.ts';
import { signInWithRole, toast } from '../testing/people.ts';
import { record, saveButton } from '../testing/recorder.ts';
import { served } from '../testing/server/serve-relato.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

/** Opens another browser of the same user. */
async function openElsewhere(browser: Browser, person: TestUser): Promise<Page> {
  const context = await browser.newContext({ baseURL: served.url });
  const page = await context.newPage();
  await startSession(page, person);
  return page;
}

/** The user looks at the page again, which asks for the session. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
const ended = 'Tu sesión se cerró';

test('REL-36: a page that is left open after a rename elsewhere shows the new name and keeps what was typed', async ({
  page,
  browser,
}) => {
  const person = await signInAsNewUser(page);
  await uploadStory(page, { title: 'La mía', published: true });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Cambiar correo' }).click();
  await sheet.getByLabel('Correo nuevo').fill('otra@example.org');
  const elsewhere = await openElsewhere(browser, person);
  const { username } = newUser();
  await call(elsewhere, 'profiles.update', { username });
  await lookAgain(page);
  await expect(page.getByRole('heading', { name: `@${username}`, includeHidden: true })).toBeAttached();
  await expect(sheet.getByLabel('Correo nuevo')).toHaveValue('otra@example.org');
  await elsewhere.context().close();
});

test('REL-36: a page that is left open after a sign-out elsewhere says so, once, and keeps an unsent comment', async ({
  page,
  browser,
  story,
}) => {
  const person = await signInAsNewUser(page);
  await page.goto(`/?story=${story.id}`);
  await expect(page.getByRole('button', { name: 'Tu cuenta' })).toBeVisible();
  const field = page.getByLabel('Escribe un comentario...');
  await field.fill('Sin enviar');
  const elsewhere = await openElsewhere(browser, person);
  await call(elsewhere, 'account.endOtherSessions', {});
  await lookAgain(page);
  await expect(toast(page, ended)).toBeVisible();
  await expect(field).toHaveValue('Sin enviar');
  await elsewhere.context().close();
});

test('REL-36: a sign-out in another tab is the choice of the user and needs no words here', async ({
  page,
  context,
}) => {
  await signInAsNewUser(page);
  await page.goto('/profile');
  const other = await context.newPage();
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Tu cuenta' }).click();
  await other.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(toast(other, 'Sesión cerrada')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
  expect(await toast(page, ended).count()).toBe(0);
});

test('REL-36: a review that is left open after a suspension says so and keeps the recording', async ({
  page,
  browser,
  database: { prisma },
}) => {
  const person = await signInAsNewUser(page);
  await record(page);
  await page.getByRole('textbox', { name: 'Título' }).fill('La última');
  await expect(page.getByText('Procesando...')).toHaveCount(0);
  const { id } = await prisma.user.findUniqueOrThrow({ where: { email: person.email } });
  const moderator = await signInWithRole(browser, 'moderator');
  await call(moderator.page, 'users.suspend', { userId: id, reason: 'Acoso o bullying' });
  await lookAgain(page);
  await expect(toast(page, ended)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue('La última');
  await saveButton(page).click();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Inicia sesión para guardar tu historia');
  await moderator.page.context().close();
});
