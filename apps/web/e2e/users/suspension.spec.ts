import type { Route } from '@playwright/test';
import { holdCalls } from '../testing/changed-answers.ts';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { expect, query, readLink } from '../testing/fixtures.ts';
import { lookAgain, signInWithRole, toast } from '../testing/people.ts';
import { expectNothingKept } from '../testing/recorded-sound.ts';
import { record, saveButton } from '../testing/recorder.ts';

const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort('internetdisconnected');
};

test('SEC-10: REL-36: a suspended user is signed out, keeps the recording in review, appeals by mail and may delete the account', async ({
  browser,
  database,
}) => {
  const person = await signInWithRole(browser);
  const moderator = await signInWithRole(browser, 'moderator');
  await record(person.page);
  const title = person.page.getByRole('textbox', { name: 'Título' });
  await title.fill('La última');
  await expect(person.page.getByText('Procesando...')).toHaveCount(0);

  await moderator.page.goto('/moderacion');
  await moderator.page.getByRole('button', { name: 'Personas' }).click();
  await moderator.page.getByRole('searchbox').fill(person.person.username);
  const found = moderator.page.getByRole('listitem').filter({ hasText: `@${person.person.username}` });
  await found.getByRole('button', { name: 'Suspender' }).click();
  await moderator.page.getByRole('dialog').getByRole('button', { name: 'Acoso o bullying' }).click();
  await moderator.page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(found.getByText('Suspendida: Acoso o bullying')).toBeVisible();

  expect(await query(person.page, 'account.session', {})).toBeNull();
  await lookAgain(person.page);
  await expect(toast(person.page, 'Tu sesión se cerró')).toBeVisible();
  await expect(title).toHaveValue('La última');
  await saveButton(person.page).click();
  await expect(person.page.getByRole('dialog')).toHaveAccessibleName(
    'Inicia sesión para guardar tu historia',
  );

  await person.page.goto(await readLink(person.person.email, { path: '/apelar' }));
  await person.page.getByRole('button', { name: 'Ver el motivo' }).click();
  await expect(person.page.getByText('Acoso o bullying')).toBeVisible();
  await person.page.getByLabel('¿Por qué no estás de acuerdo?').fill('No fui yo.');
  await expectNoViolations(person.page, 'the appeal of a suspended user');
  const send = person.page.getByRole('button', { name: 'Enviar apelación' });
  // The answer to the first attempt is lost; the second one finds the appeal there.
  await person.page.route(/createByLink/u, loseAnswer, { times: 1 });
  await send.click();
  await expect(person.page.getByRole('alert').filter({ hasText: 'conexión' })).toBeVisible();
  await send.click();
  await expect(person.page.getByText('En revisión')).toBeVisible();
  await expect(person.page.getByText('Recibimos tu apelación.')).toBeVisible();
  await expect(send).toHaveCount(0);
  // Another link in the same tab shows nothing of this one.
  await person.page.evaluate(() => {
    location.hash = 'token=otro';
  });
  await expect(person.page.getByText('Recibimos tu apelación.')).toHaveCount(0);
  await expect(person.page.getByRole('button', { name: 'Eliminar mi cuenta' })).toHaveCount(0);
  await person.page.goBack();
  await person.page.getByRole('button', { name: 'Ver el motivo' }).click();

  const leave = person.page.getByRole('button', { name: 'Eliminar mi cuenta' });
  await leave.click();
  await leave.click();
  await expect(person.page.getByText('Escribe ELIMINAR para confirmar')).toBeVisible();
  await person.page.getByLabel('Escribe ELIMINAR').fill('eliminar');
  await expectNoViolations(person.page, 'the deletion of a suspended account');
  await leave.click();
  await expect(person.page.getByText('Tu cuenta ya no existe')).toBeVisible();
  await expect(leave).toHaveCount(0);
  expect(await database.prisma.user.count({ where: { email: person.person.email } })).toBe(0);
  await expectNothingKept(person.page);
  for (const actor of [person, moderator]) await actor.page.context().close();
});

test('a decision whose sheet was closed meanwhile leaves the sheet of the next decision open', async ({
  browser,
  database,
}) => {
  const { person } = await signInWithRole(browser);
  await database.prisma.profile.update({ where: { username: person.username }, data: { about: 'Cuento' } });
  const { page } = await signInWithRole(browser, 'moderator');
  await page.goto('/moderacion');
  await page.getByRole('button', { name: 'Personas' }).click();
  await page.getByRole('searchbox').fill(person.username);
  const found = page.getByRole('listitem').filter({ hasText: `@${person.username}` });
  const sheet = page.getByRole('dialog');
  const release = await holdCalls(page, 'users.suspend');
  await found.getByRole('button', { name: 'Suspender' }).click();
  await sheet.getByRole('button', { name: 'Acoso o bullying' }).click();
  await sheet.getByRole('button', { name: 'Confirmar' }).click();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await found.getByRole('button', { name: 'Vaciar el perfil' }).click();
  await sheet.getByRole('textbox').fill('Una mentira');
  release();
  await expect(toast(page, 'Decisión guardada')).toBeVisible();
  await expect(sheet.getByRole('textbox')).toHaveValue('Una mentira');
});
