import {
  confirmByMail,
  createAccount,
  expect,
  signIn,
  signUp,
  newUser,
  startSession,
  signInAsNewUser,
} from '../testing/fixtures.ts';
import { test } from '../testing/server/database-fixtures.ts';
import type { Locator, Page, Route } from '@playwright/test';
import { dialog, openSheet, trySignIn } from '../testing/people.ts';

/** Sends a form, and waits for its own answer: the check while a name is typed says the same of a name that is taken. */
async function sendRefused(page: Page, send: Locator): Promise<void> {
  const refused = page.waitForResponse((response) => response.request().method() === 'POST');
  await send.click();
  await refused;
  // Until then it ignores the next press.
  await expect(send).toHaveAttribute('aria-busy', 'false');
}
/** As of now: a notice goes by itself, so that waiting for none to be there would find none. */
const countNotices = (page: Page) => page.getByRole('region', { name: 'Avisos' }).getByRole('button').count();

test('L107, L109, L271: each field of the sign-up form shows its own error', async ({ page }) => {
  const { username: fresh, email: address } = newUser();
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
  });

  await test.step('corrected, and said once', async () => {
    await email.fill('a');
    await expect(email).not.toHaveAttribute('aria-invalid', 'true');
    await expect(username).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('short', async () => {
    await username.fill(' ab ');
    await email.fill(address);
    await password.fill('abcde');
    await send.click();
    await expect(username).toHaveAccessibleDescription(
      'El nombre de usuario debe tener al menos 3 caracteres',
    );
    await expect(email).not.toHaveAttribute('aria-invalid', 'true');
    await expect(password).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('a username and a password that only the server refuses', async () => {
    await username.fill('¿quién soy?');
    await password.fill('érase una vez 7');
    await send.click();
    await expect(username).toHaveAccessibleDescription(
      'Usa solo letras, números, puntos, guiones y guiones bajos',
    );
    await expect(password).not.toHaveAttribute('aria-invalid', 'true');
    await username.fill(fresh);
    await password.fill('123456');
    await send.click();
    await expect(password).toHaveAccessibleDescription(
      'Esa contraseña es muy conocida y fácil de adivinar. Elige otra.',
    );
    await expect(password).toBeFocused();
  });
});

test('L234: a wrong password and an unknown address get the same answer', async ({ page }) => {
  const person = newUser();
  await createAccount(person);
  await openSheet(page, 'Iniciar Sesión');
  const answer = dialog(page).locator('form').getByText('El correo o la contraseña no coinciden');
  await trySignIn(page, { ...person, password: 'otra cosa 9' });
  await expect(answer).toBeVisible();
  await openSheet(page, 'Iniciar Sesión');
  await trySignIn(page, { ...person, email: newUser().email });
  await expect(answer).toBeVisible();
  await signIn(page, person);
});

test('a user who signed up to record is led back to the recorder', async ({ page }) => {
  const person = newUser();
  await page.goto('/record');
  const idea = page
    .locator('section')
    .filter({ hasText: '¿No sabes por dónde empezar?' })
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

test('the sheet names its reason and carries the typed address from form to form', async ({
  page,
  story,
}) => {
  await page.goto(`/?story=${story.id}`);
  await page
    .getByRole('button', { name: /^Votar/ })
    .first()
    .click();
  const sheet = dialog(page);
  await expect(sheet).toHaveAccessibleName('Inicia sesión para votar por esta historia');
  await expect(sheet.getByText(story.title)).toBeVisible();
  await sheet.getByLabel('Correo electrónico').fill('ana@example.org');
  await sheet.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
  await expect(sheet.getByLabel('Correo electrónico')).toHaveValue('ana@example.org');
  await sheet.getByRole('button', { name: 'Volver a Iniciar Sesión' }).click();
  await sheet.getByRole('button', { name: 'Crear Cuenta' }).click();
  await expect(sheet.getByLabel('Correo electrónico')).toHaveValue('ana@example.org');
  const rules = page.context().waitForEvent('page');
  await sheet.getByRole('link', { name: 'normas' }).click();
  await expect((await rules).getByRole('heading', { level: 1, name: 'Normas' })).toBeVisible();
});

test(
  'L102, L233, L397: signing out reaches every tab at once',
  { tag: '@firefox' },
  async ({ page, context }) => {
    const person = await signInAsNewUser(page);
    await page.goto('/profile');
    const other = await context.newPage();
    await other.goto('/profile');
    await expect(other.getByRole('heading', { name: `@${person.username}` })).toBeVisible();
    await page.getByRole('button', { name: 'Ajustes' }).click();
    await dialog(page).getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page.getByText('Sesión cerrada')).toBeVisible();
    // Sooner than the 30 seconds after which a tab refreshes its session.
    await expect(other.getByRole('heading', { name: 'Únete' })).toBeVisible({ timeout: 20_000 });
    await expect(other.getByText(`@${person.username}`)).toHaveCount(0);
  },
);

test('settings in which a user signed out do not open for the next one', async ({ page }) => {
  await signInAsNewUser(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  await dialog(page).getByRole('button', { name: 'Cerrar Sesión' }).click();
  const next = newUser();
  await createAccount(next);
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await signIn(page, next);
  await expect(page.getByRole('heading', { name: `@${next.username}` })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Ajustes' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Ajustes');
});

test('a late answer from before does not sign the user in again', async ({ page }) => {
  const person = await signInAsNewUser(page);
  await page.goto('/profile');
  const name = page.getByRole('heading', { name: `@${person.username}` });
  await expect(name).toBeVisible();
  const answered = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const holdBack = async (route: Route) => {
    const response = await route.fetch();
    answered.resolve();
    await late.promise;
    await route.fulfill({ response });
  };
  await page.route(/\/trpc\/[^?]*account\.session/, holdBack, { times: 1 });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  await page.evaluate(() => new BroadcastChannel('relato.session').postMessage('user-updated'));
  await answered.promise;
  const came = page.waitForResponse(/account\.session/);
  await page.getByRole('button', { name: 'Ajustes' }).click();
  await dialog(page).getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page.getByText('Sesión cerrada')).toBeVisible();
  late.resolve();
  await (await came).finished();
  await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
  await expect(name).toHaveCount(0);
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

test('L102, L273, L387, L397: a user changes the username in the settings', async ({ page }) => {
  const neighbour = newUser();
  const person = newUser();
  await createAccount(neighbour);
  await createAccount(person);
  await startSession(page, person);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  const username = dialog(page).getByLabel('Nombre de usuario');
  const save = dialog(page).getByRole('button', { name: 'Guardar Perfil' });
  await expect(username).toHaveValue(person.username);
  await expect(dialog(page).getByLabel('Correo electrónico')).toHaveValue(person.email);
  await expect(dialog(page).getByLabel('Correo electrónico')).not.toBeEditable();

  await username.fill('  ');
  await save.click();
  await expect(username).toHaveAccessibleDescription('Por favor ingresa un nombre de usuario');
  await username.fill(neighbour.username);
  await sendRefused(page, save);
  await expect(username).toHaveAccessibleDescription('Este nombre de usuario ya está en uso');
  expect(await countNotices(page)).toBe(0);

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
});

test('L107, L109, L397: signing up confirms the new account, and the password shows only on request', async ({
  page,
}) => {
  const { username, email, password } = newUser();
  await openSheet(page, 'Crear Cuenta');
  const field = dialog(page).getByLabel('Contraseña', { exact: true });
  await field.fill(password);
  await expect(field).toHaveAttribute('type', 'password');
  await dialog(page).getByRole('button', { name: 'Mostrar contraseña' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await dialog(page).getByRole('button', { name: 'Ocultar contraseña' }).click();
  await expect(field).toHaveAttribute('type', 'password');
  await dialog(page).getByLabel('Nombre de usuario').fill(username);
  await dialog(page).getByLabel('Correo electrónico').fill(email);
  await dialog(page).getByRole('button', { name: 'Crear Cuenta' }).click();
  await expect(page.getByText('¡Cuenta creada!')).toBeVisible();
});

test.describe('a server that fails', () => {
  test.use({ expectedErrors: /status of 500/ });

  test('L355, L357, L397: failures to sign in or out are shown without texts of the server', async ({
    page,
  }) => {
    const person = newUser();
    await createAccount(person);
    await openSheet(page, 'Iniciar Sesión');
    const broken = {
      error: { json: { message: 'a secret of ours', code: -32603, data: { httpStatus: 500 } } },
    };
    await page.route(/\/trpc\/account\.signIn/, (route) => route.fulfill({ status: 500, json: [broken] }));
    await trySignIn(page, person);
    await expect(dialog(page).locator('form').getByText('Ha ocurrido un error')).toBeVisible();
    await expect(page.getByText('a secret of ours')).toHaveCount(0);
    await page.unroute(/\/trpc\/account\.signIn/);
    await trySignIn(page, person);
    await expect(page.getByText('¡Bienvenido!')).toBeVisible();

    await page.route(/\/trpc\/account\.signOut/, (route) => route.abort('internetdisconnected'));
    await page.goto('/search');
    await page.getByRole('button', { name: 'Tu cuenta' }).click();
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page.getByText('No se pudo cerrar la sesión')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tu cuenta' })).toBeVisible();
  });
});
