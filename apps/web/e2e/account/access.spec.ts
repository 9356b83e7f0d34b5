import { rateLimits } from '@relato/contract/rate-limits';
import type { Locator, Page } from '@playwright/test';
import { holdAnswers } from '../testing/changed-answers.ts';
import {
  confirmByMail,
  createAccount,
  expect,
  signIn,
  signUp,
  newUser,
  startSession,
  signInAsNewUser,
  test,
} from '../testing/fixtures.ts';
import { markedRegions, markLiveRegions } from '../testing/live-regions.ts';
import { dialog, openSheet, toast, trySignIn } from '../testing/people.ts';

/** Sends a form and waits for its own answer, because the check while a name is typed shows the same text for a taken name. */
async function sendRefused(page: Page, send: Locator): Promise<void> {
  const refused = page.waitForResponse((response) => response.request().method() === 'POST');
  await send.click();
  await refused;
  // The button ignores presses until then.
  await expect(send).toHaveAttribute('aria-busy', 'false');
}
/** Counts at this moment, because a notice disappears by itself, and a waiting assertion would always find none. */
const countNotices = (page: Page) => page.getByRole('region', { name: 'Avisos' }).getByRole('button').count();

test('SEC-59: L107, L109, L271, L397: a sign-up explains the error of each field, shows the password only on request, and refuses one mail too many', async ({
  page,
}) => {
  const person = newUser();
  await openSheet(page, 'Crear Cuenta');
  const sheet = dialog(page);
  const username = sheet.getByLabel('Nombre de usuario');
  const email = sheet.getByLabel('Correo electrónico');
  const password = sheet.getByLabel('Contraseña', { exact: true });
  const send = sheet.getByRole('button', { name: 'Crear Cuenta' });

  await test.step('nothing filled in', async () => {
    await send.click();
    await expect(username).toHaveAccessibleDescription('Por favor ingresa un nombre de usuario');
    expect(await countNotices(page)).toBe(0);
    await expect(username).toBeFocused();
    await expect(email).toHaveAccessibleDescription('Escribe un correo electrónico válido');
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toHaveAccessibleDescription('Mínimo 6 caracteres');
    await email.fill('a');
    await expect(email).not.toHaveAttribute('aria-invalid', 'true');
    await expect(username).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('a password that only the server refuses', async () => {
    await username.fill(person.username);
    await email.fill(person.email);
    await password.fill('123456');
    await expect(password).toHaveAttribute('type', 'password');
    await sheet.getByRole('button', { name: 'Mostrar contraseña' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await sheet.getByRole('button', { name: 'Ocultar contraseña' }).click();
    await expect(password).toHaveAttribute('type', 'password');
    await send.click();
    await expect(password).toHaveAccessibleDescription(
      'Esa contraseña es muy conocida y fácil de adivinar. Elige otra.',
    );
    await expect(password).toBeFocused();
  });

  await signUp(page, person);
  await expect(page.getByText('¡Cuenta creada!')).toBeVisible();
  const resend = sheet.getByRole('button', { name: 'Enviar otra vez' });
  for (let sent = 0; sent < rateLimits.mailOwn.calls; sent += 1) {
    const answered = page.waitForResponse(/account\.resendVerification/);
    await resend.click();
    expect((await answered).status()).toBe(200);
    await expect(resend).toBeEnabled();
  }
  await resend.click();
  await expect(page.getByText('Ya nos pidieron varios correos para esa dirección')).toBeVisible();
});

test('the sheet to sign in closes when the user goes back', { tag: '@firefox' }, async ({ page }) => {
  await page.goto('/search');
  await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Buscar historias...')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('a user who signed up to record is led back to the recorder', async ({ page }) => {
  const person = newUser();
  await page.goto('/record');
  const idea = page
    .locator('section')
    .filter({ has: page.getByRole('button', { name: 'Otra idea' }) })
    .getByRole('heading');
  const offered = (await idea.textContent()) ?? '';
  await page.getByRole('button', { name: 'Otra idea' }).click();
  await expect(idea).not.toHaveText(offered);
  const wanted = (await idea.textContent()) ?? '';
  await page.getByRole('main').getByRole('button', { name: 'Grabar' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Crea tu cuenta para grabar tu historia');
  await signUp(page, person);
  await confirmByMail(page, person);
  await expect(dialog(page).getByLabel('Correo electrónico')).toHaveValue(person.email);
  await dialog(page).getByLabel('Contraseña', { exact: true }).fill(person.password);
  await dialog(page).getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page.getByRole('heading', { name: 'Tu cuenta está lista' })).toBeVisible();
  await expect(page.getByText(wanted)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tu cuenta está lista' })).toBeVisible();
  await expect(page.getByText(wanted)).toBeVisible();
  await expect(page).toHaveURL(/\/confirmar$/);
  await page.getByRole('link', { name: 'Grabar mi historia' }).click();
  await expect(page).toHaveURL(/\/record$/);
  await expect(idea).toHaveText(wanted);
});

test('REL-36: L102, L233, L273, L387, L397: a changed username and a sign-out reach every tab at once, and the settings stay closed for the next user', async ({
  page,
  context,
}) => {
  const neighbour = newUser();
  await createAccount(neighbour);
  const person = await signInAsNewUser(page);
  await page.goto('/profile');
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('heading', { name: `@${person.username}` })).toBeVisible();
  await page.getByRole('button', { name: 'Ajustes' }).click();
  const username = dialog(page).getByLabel('Nombre de usuario');
  const save = dialog(page).getByRole('button', { name: 'Guardar Perfil' });
  await expect(username).toHaveValue(person.username);
  await expect(dialog(page).getByLabel('Correo electrónico')).toHaveValue(person.email);
  await expect(dialog(page).getByLabel('Correo electrónico')).not.toBeEditable();

  await test.step('the field says while the user types whether a name is free', async () => {
    await username.fill('ab');
    await save.click();
    await expect(username).toHaveAccessibleDescription(
      'El nombre de usuario debe tener al menos 3 caracteres',
    );
    await username.fill(`${person.username}_b`);
    await expect(username).toHaveAccessibleDescription('Está libre');
    await expect(username).not.toHaveAttribute('aria-invalid');
    await username.fill('¿quién soy?');
    await expect(username).toHaveAccessibleDescription(
      'Usa solo letras, números, puntos, guiones y guiones bajos',
    );
    await username.fill(person.username);
    await expect(username).toHaveAccessibleDescription('');
    await username.fill(neighbour.username.toUpperCase());
    await expect(username).toHaveAccessibleDescription('Este nombre de usuario ya está en uso');
    await sendRefused(page, save);
    await expect(username).toHaveAccessibleDescription('Este nombre de usuario ya está en uso');
    expect(await countNotices(page)).toBe(0);
  });

  const { username: chosen } = newUser();
  await username.fill(chosen);
  await page.route(/profiles\.update/, (route) => route.abort('internetdisconnected'));
  await save.click();
  await expect(page.getByText('No se pudo guardar el perfil. Intenta de nuevo.')).toBeVisible();
  await page.unroute(/profiles\.update/);
  await save.click();
  await expect(page.getByText('Perfil guardado')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: `@${chosen}` })).toBeVisible();
  // Sooner than the 30 seconds after which a tab refreshes its session.
  await expect(other.getByRole('heading', { name: `@${chosen}` })).toBeVisible({ timeout: 20_000 });

  await test.step('sign out, while an answer from before is on its way', async () => {
    const { made, release } = await holdAnswers(page, 'account.session');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
    await other.evaluate(() => new BroadcastChannel('relato.session').postMessage('user-updated'));
    await made;
    const late = page.waitForResponse(/account\.session/);
    await page.getByRole('button', { name: 'Ajustes' }).click();
    await dialog(page).getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page.getByText('Sesión cerrada')).toBeVisible();
    release();
    await (await late).finished();
    await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
    await expect(page.getByText(`@${chosen}`)).toHaveCount(0);
  });
  await expect(other.getByRole('heading', { name: 'Únete' })).toBeVisible({ timeout: 20_000 });
  // The user signed out in another tab, which needs no notice.
  expect(await toast(other, 'Tu sesión se cerró').count()).toBe(0);

  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await signIn(page, neighbour);
  await expect(page.getByRole('heading', { name: `@${neighbour.username}` })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('L99, L113, L236, L272, L387, L397: a user whose wanted username was taken chooses another one', async ({
  page,
}) => {
  const winner = newUser();
  const late = { ...newUser(), username: winner.username };
  await openSheet(page, 'Crear Cuenta');
  await signUp(page, late);
  await createAccount(winner);
  await confirmByMail(page, late);
  await signIn(page, late);

  const sheet = page.getByRole('dialog', { name: '¿Cómo te llamamos?' });
  const username = sheet.getByLabel('Nombre de usuario');
  const send = sheet.getByRole('button', { name: 'Continuar' });
  await test.step('the only way past it is out', async () => {
    await expect(sheet).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Cerrar', exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(sheet).toBeVisible();
    await sheet.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page.getByText('Sesión cerrada')).toBeVisible();
    await expect(sheet).toBeHidden();
  });

  await startSession(page, late);
  await page.goto('/profile');
  await expect(page.getByRole('main').getByText('Usuario Anónimo')).toBeAttached();
  await test.step('names that do not do', async () => {
    await username.fill('  ');
    await send.click();
    await expect(username).toHaveAccessibleDescription('Por favor ingresa un nombre de usuario');
    await username.fill(winner.username.toUpperCase());
    await sendRefused(page, send);
    await expect(username).toHaveAccessibleDescription('Este nombre de usuario ya está en uso');
    expect(await countNotices(page)).toBe(0);
  });

  const { username: chosen } = newUser();
  await username.fill(chosen);
  await test.step('a network that fails', async () => {
    await page.route(/profiles\.complete/, (route) => route.abort('internetdisconnected'));
    await send.click();
    await expect(page.getByText('No se pudo guardar el nombre de usuario')).toBeVisible();
    await page.unroute(/profiles\.complete/);
  });
  await send.click();
  await expect(page.getByText('¡Perfil completado!')).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('heading', { name: `@${chosen}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: `@${chosen}` })).toBeVisible();
  await expect(sheet).toBeHidden();
});

test.describe('a server that fails', () => {
  test.use({ expectedErrors: /status of 500/ });

  test('L234, L355, L357, L397: a refused sign-in shows the same text for a wrong password and an unknown address, and no failure shows texts of the server', async ({
    page,
  }) => {
    const person = newUser();
    await createAccount(person);
    await openSheet(page, 'Iniciar Sesión');
    const form = dialog(page).locator('form');
    await expect(form).toBeVisible();
    await markLiveRegions(page);
    await trySignIn(page, { ...person, password: 'otra cosa 9' });
    await expect(markedRegions(page).getByText('El correo o la contraseña no coinciden')).toBeVisible();
    const broken = {
      error: { json: { message: 'a secret of ours', code: -32603, data: { httpStatus: 500 } } },
    };
    await page.route(/\/trpc\/account\.signIn/, (route) => route.fulfill({ status: 500, json: [broken] }));
    await trySignIn(page, person);
    await expect(form.getByText('Ha ocurrido un error')).toBeVisible();
    await expect(page.getByText('a secret of ours')).toHaveCount(0);
    await page.unroute(/\/trpc\/account\.signIn/);
    await trySignIn(page, { ...person, email: newUser().email });
    await expect(form.getByText('El correo o la contraseña no coinciden')).toBeVisible();
    await trySignIn(page, person);
    await expect(page.getByText('¡Bienvenido!')).toBeVisible();

    await page.route(/\/trpc\/account\.signOut/, (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Tu cuenta' }).click();
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page.getByText('No se pudo cerrar la sesión')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tu cuenta' })).toBeVisible();
  });
});
