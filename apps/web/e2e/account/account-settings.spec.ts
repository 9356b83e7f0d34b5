import { readFile } from 'node:fs/promises';
import { request, type Page } from '@playwright/test';
import { readZip } from '@relato/testing/zip';
import { changeAnswer, hold, loseAnswer } from '../testing/changed-answers.ts';
import {
  expect,
  query,
  readLink,
  signIn,
  newUser,
  startSession,
  test,
  type HttpClient,
  type TestUser,
  signInAsNewUser,
} from '../testing/fixtures.ts';
import { lookAgain, openBrowser, visit, waitForCall } from '../testing/people.ts';
import { expectNothingKept } from '../testing/recorded-sound.ts';
import { keptRecordings, leaveForProfile, record } from '../testing/recorder.ts';
import { getServedDatabase, served } from '../testing/server/serve-relato.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

const sheet = (page: Page) => page.getByRole('dialog');
const newPassword = 'colorín colorado 8';

async function openSettings(page: Page, row?: string): Promise<void> {
  await visit(page, '/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  if (row !== undefined) await sheet(page).getByRole('button', { name: row }).click();
}

/** Signs the same user in over HTTP, as Firefox would. */
async function elsewhere(person: TestUser): Promise<HttpClient> {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const client = { request: await request.newContext({ baseURL: served.url, userAgent }) };
  await startSession(client, person);
  return client;
}

async function expectSignedOut(client: HttpClient): Promise<void> {
  expect(await query(client, 'account.session', {})).toBeNull();
  await client.request.dispose();
}

test('D22: the settings list and end the open sessions, and changing the password ends the others', async ({
  page,
}) => {
  const person = await signInAsNewUser(page);
  const [other, ended] = [await elsewhere(person), await elsewhere(person)];
  await openSettings(page, 'Sesiones abiertas');
  await expect(sheet(page).getByRole('heading', { name: 'Sesiones abiertas' })).toBeFocused();
  const rows = sheet(page).getByRole('listitem').filter({ hasText: ' en ' });
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('Esta sesión');
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  // The newest of the other sessions comes second.
  await rows.nth(1).getByRole('button').click();
  await expect(rows).toHaveCount(2);
  await expect(sheet(page).getByRole('heading', { name: 'Sesiones abiertas' })).toBeFocused();
  await expectSignedOut(ended);
  await sheet(page).getByRole('button', { name: 'Volver a Ajustes' }).click();
  const username = sheet(page).getByLabel('Nombre de usuario');
  await username.fill('otro.nombre');
  await sheet(page).getByRole('button', { name: 'Cambiar contraseña' }).press('Enter');
  await expect(sheet(page)).toHaveAccessibleName('Cambiar contraseña');
  await expect(sheet(page).getByLabel('Contraseña actual')).toBeFocused();
  const current = sheet(page).getByLabel('Contraseña actual');
  const next = sheet(page).getByLabel('Contraseña nueva');
  const save = sheet(page).getByRole('button', { name: 'Guardar contraseña' });

  await test.step('every refusal says why, where it is, and keeps what was typed', async () => {
    await save.click();
    await expect(current).toHaveAccessibleDescription('Escribe tu contraseña actual');
    await current.fill('no es esta');
    await next.fill(newPassword);
    await save.click();
    await expect(current).toHaveAccessibleDescription('Esa no es tu contraseña actual');
    await expect(current).toHaveValue('no es esta');
    await expect(next).toHaveValue(newPassword);
    await current.fill(person.password);
    for (const [wanted, reason] of [
      ['corta', 'Mínimo 6 caracteres'],
      ['contraseña', 'Esa contraseña es muy conocida y fácil de adivinar. Elige otra.'],
      [person.username, 'Se parece demasiado a tu nombre de usuario o a tu correo. Elige otra.'],
    ] as const) {
      await next.fill(wanted);
      await save.click();
      await expect(next).toHaveAccessibleDescription(reason);
    }
  });

  await next.fill(newPassword);
  await test.step('without a network, what was typed stays', async () => {
    await loseAnswer(page, 'account.changePassword', () => next.press('Enter'));
    await expect(next).toHaveValue(newPassword);
  });
  // The password is the new one by now.
  await save.click();
  await expect(page.getByText('Contraseña guardada')).toBeVisible();
  await expect(sheet(page)).toHaveAccessibleName('Ajustes');
  await expect(username).toHaveValue('otro.nombre');
  await expectSignedOut(other);
  expect(await query(page, 'account.session', {})).toMatchObject({ user: { username: person.username } });
  await readLink(person.email, { path: '/profile' });
});

test('D22: the e-mail changes by the mailed link, which no other account can follow', async ({
  page,
  browser,
}) => {
  const person = await signInAsNewUser(page);
  const { email } = newUser();
  await openSettings(page, 'Cambiar correo');
  await sheet(page).getByLabel('Correo nuevo').fill(email);
  await sheet(page).getByLabel('Contraseña actual').fill(person.password);
  await sheet(page).getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(sheet(page).getByText(`Te escribimos a ${email}.`)).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Entendido' }).click();
  await expect(sheet(page).getByText(`Falta confirmar ${email}`)).toBeVisible();
  await expect(sheet(page).getByLabel('Correo electrónico')).toHaveValue(person.email);
  await readLink(person.email, { path: '/profile' });
  const link = await readLink(email, { path: '/confirmar-correo' });

  const other = await elsewhere(person);
  const shared = await openBrowser(browser);
  await test.step('SEC-15: a scanner that visits it changes nothing', async () => {
    await shared.goto(link);
    await expect(shared.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  });

  await test.step('a browser of another account offers to change to this one', async () => {
    await signInAsNewUser(shared);
    await lookAgain(shared);
    await shared.getByRole('button', { name: 'Confirmar mi correo' }).click();
    await expect(shared.getByText('Este enlace es de otra cuenta.')).toBeVisible();
    await shared.getByRole('button', { name: 'Cambiar de cuenta' }).click();
    await signIn(shared, person);
    await expect(shared.getByRole('button', { name: 'Confirmar mi correo' })).toBeVisible();
    await shared.context().close();
  });

  await page.goto(link);
  const confirm = page.getByRole('button', { name: 'Confirmar mi correo' });
  await loseAnswer(page, 'account.confirmEmailChange', () => confirm.click());
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Correo cambiado' })).toBeVisible();
  await expect(page.getByText('Este enlace ya se usó.')).toHaveCount(0);
  // The browser reloads the address that it knows, a moment after the page has changed it.
  await expect(page).toHaveURL(/\/confirmar-correo$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Correo cambiado' })).toBeVisible();
  await expectSignedOut(other);
  expect(await query(page, 'account.session', {})).toMatchObject({ user: { email } });

  await test.step('the link is used up, and half of one is none', async () => {
    await visit(page, '/');
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click();
    await expect(page.getByText('Este enlace ya se usó.')).toBeVisible();
    await visit(page, '/');
    await visit(page, '/confirmar-correo#token=medio');
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click();
    await expect(page.getByText('Este enlace no es válido. Cópialo entero o pide otro.')).toBeVisible();
  });
  await page.context().clearCookies();
  await startSession(page, { ...person, email });
});

test('D21: a user downloads all of their data', async ({ page }) => {
  const person = await signInAsNewUser(page);
  await uploadStory(page, { title: 'El tren de las siete', published: false });
  await changeAnswer(page, 'account.get', (account) => ({ ...account, pendingEmail: 'otra@ejemplo.es' }));
  const parts = ['account.get', 'account.identities', 'profiles.me'];
  const releases = await Promise.all(parts.map((procedure) => hold(page, procedure)));
  await openSettings(page);
  await test.step('nothing moves in the settings while their parts load', async () => {
    const button = (name: string) => sheet(page).getByRole('button', { name });
    const places = () =>
      Promise.all(
        ['Guardar Perfil', 'Copiar dirección', 'Cambiar correo', 'Cambiar contraseña'].map((name) =>
          button(name).boundingBox(),
        ),
      );
    await expect(sheet(page).getByText('Google')).toBeVisible();
    await expect(button('Copiar dirección')).toBeDisabled();
    const before = await places();
    for (const release of releases) release();
    await expect(button('Copiar dirección')).toBeEnabled();
    await expect(sheet(page).getByRole('link', { name: /Google/ })).toBeVisible();
    await expect(sheet(page).getByText('otra@ejemplo.es')).toBeVisible();
    expect(await places()).toEqual(before);
  });
  const downloading = page.waitForEvent('download');
  await sheet(page).getByRole('link', { name: 'Descargar mis datos' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^relato-\d{4}-\d\d-\d\d\.zip$/);
  const files = await readZip(await readFile(await download.path()));
  const read = (name: string) => files.get(name)?.toString('utf8') ?? '';
  expect(read('perfil.json')).toContain(person.email);
  expect(read('historias.json')).toContain('El tren de las siete');
  const sound = [...files].find(([name]) => name.startsWith('audio/'));
  expect(sound?.[1].length).toBeGreaterThan(1_000);
  await expect(sheet(page)).toHaveAccessibleName('Ajustes');

  await test.step('and reads in the app why not, when it was too often', async () => {
    const location = '/profile#export=RATE_LIMITED';
    await page.route('/export', (route) => route.fulfill({ status: 302, headers: { location } }));
    await sheet(page).getByRole('link', { name: 'Descargar mis datos' }).click();
    await expect(page.getByText('No se pudieron descargar tus datos')).toBeVisible();
    await expect(page).toHaveURL(`${served.url}/profile`);
  });
});

test('D20: deleting the account asks for a word, removes everything and reaches every tab', async ({
  page,
  context,
}) => {
  const person = await signInAsNewUser(page);
  const storyId = await uploadStory(page, { title: 'Lo que no quiero que se oiga' });
  const audio = `/audio/${storyId}`;
  expect((await page.request.get(audio)).status()).toBe(200);
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('heading', { name: `@${person.username}` })).toBeVisible();

  await openSettings(page, 'Eliminar mi cuenta');
  const word = sheet(page).getByLabel('Escribe ELIMINAR');
  const current = sheet(page).getByLabel('Contraseña actual');
  const remove = sheet(page).getByRole('button', { name: 'Eliminar mi cuenta' });
  await remove.click();
  await expect(word).toHaveAccessibleDescription('Escribe ELIMINAR para confirmar');
  await word.fill('eliminar');
  await current.fill('no es esta');
  await remove.click();
  await expect(current).toHaveAccessibleDescription('Esa no es tu contraseña actual');
  await expect(word).toHaveValue('eliminar');
  await current.fill(person.password);
  await loseAnswer(page, 'account.delete', () => remove.click());
  await remove.click();
  await expect(page.getByText('Tu cuenta ya no existe')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Únete' })).toBeVisible({ timeout: 20_000 });

  expect((await page.request.get(audio)).status()).toBe(404);
  await visit(page, `/u/${person.username}`);
  await expect(page.getByRole('heading', { name: 'No encontramos este perfil' })).toBeVisible();
  await readLink(person.email, { path: '/' });
});

test('an account whose session ended after a lost call is not said to be deleted', async ({ page }) => {
  const person = await signInAsNewUser(page);
  const { prisma } = await getServedDatabase();
  await openSettings(page, 'Eliminar mi cuenta');
  await sheet(page).getByLabel('Escribe ELIMINAR').fill('ELIMINAR');
  await sheet(page).getByLabel('Contraseña actual').fill(person.password);
  const remove = sheet(page).getByRole('button', { name: 'Eliminar mi cuenta' });
  await page.route(/account\.delete/u, (route) => route.abort('internetdisconnected'), { times: 1 });
  await remove.click();
  await expect(sheet(page).getByRole('alert')).not.toBeEmpty();
  await prisma.session.deleteMany({ where: { user: { email: person.email } } });
  await waitForCall(page, /profiles\.byUsername/, () => remove.click());
  await expect(page.getByText('Inicia sesión para continuar.')).toBeVisible();
  await expect(page.getByText('Tu cuenta ya no existe')).toHaveCount(0);
  expect(await prisma.user.count({ where: { email: person.email } })).toBe(1);
});

test('the recordings of a deleted account that are not saved leave this browser', async ({ page }) => {
  const person = await signInAsNewUser(page);
  await record(page);
  await leaveForProfile(page);
  await expect(keptRecordings(page)).toHaveCount(1);
  await openSettings(page, 'Eliminar mi cuenta');
  await sheet(page).getByLabel('Escribe ELIMINAR').fill('ELIMINAR');
  await sheet(page).getByLabel('Contraseña actual').fill(person.password);
  await sheet(page).getByRole('button', { name: 'Eliminar mi cuenta' }).click();
  await expect(page.getByText('Tu cuenta ya no existe')).toBeVisible();
  await expectNothingKept(page);
});
