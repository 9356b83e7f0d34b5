import {
  confirmByMail,
  createAccount,
  expect,
  readLink,
  signIn,
  signUp,
  newUser,
  startSession,
  type TestUser,
  signInAsNewUser,
} from '../testing/fixtures.ts';
import { test } from '../testing/database-fixtures.ts';
import { served } from '../testing/serve-relato.ts';
import type { Page, Route } from '@playwright/test';

const dialog = (page: Page) => page.getByRole('dialog');
/** Matches the error of a submitted form, not the hint while a name is typed. */
const waitForAnswer = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === 'POST');
/** As of now: a notice goes by itself, so that waiting for none to be there would find none. */
const countNotices = (page: Page) => page.getByRole('region', { name: 'Avisos' }).getByRole('button').count();

async function openSheet(page: Page, button: 'Crear Cuenta' | 'Iniciar Sesión'): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: button }).click();
}

async function trySignIn(
  page: Page,
  { email, password }: Pick<TestUser, 'email' | 'password'>,
): Promise<void> {
  await dialog(page).getByLabel('Correo electrónico').fill(email);
  await dialog(page).getByLabel('Contraseña', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Iniciar Sesión' }).click();
}

test(
  'L107, L109, L271: each field of the sign-up form shows its own error',
  { tag: '@firefox' },
  async ({ page }) => {
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
  },
);

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

test('L235, D14: an unconfirmed address cannot sign in and gets another mail', async ({ page }) => {
  const person = newUser();
  await openSheet(page, 'Crear Cuenta');
  await signUp(page, person);
  await readLink(person.email);
  await dialog(page).getByRole('button', { name: 'Entendido' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await trySignIn(page, person);
  const form = dialog(page).locator('form');
  await expect(form.getByText('Revisa tu correo electrónico para confirmar tu cuenta.')).toBeVisible();
  await form.getByRole('button', { name: 'Enviar otra vez' }).click();
  await expect(page.getByText('Te enviamos otro correo')).toBeVisible();
  await readLink(person.email, { seen: 1 });
  await confirmByMail(page, person);
  await signIn(page, person);
});

test('a user who signed up to record is led back to the recorder', async ({ page }) => {
  const person = newUser();
  await page.goto('/record');
  const idea = page
    .locator('section')
    .filter({ hasText: '¿No sabes por dónde empezar?' })
    .getByRole('heading');
  await page.getByRole('button', { name: 'Otra idea' }).click();
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

test('L391: the link of a mail works once', async ({ page }) => {
  const person = newUser();
  await openSheet(page, 'Crear Cuenta');
  await signUp(page, person);
  await confirmByMail(page, person);
  await page.goto('/');
  await page.goto(await readLink(person.email));
  await page.getByRole('button', { name: 'Confirmar mi cuenta' }).click();
  await expect(page.getByText('Este enlace ya se usó.')).toBeVisible();
});

test('L391: a broken link is named', async ({ page }) => {
  await page.goto('/restablecer');
  await expect(page.getByText('Este enlace no es válido. Cópialo entero o pide otro.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Guardar contraseña' })).toBeDisabled();
  await page.goto('/confirmar#token=medio');
  await page.getByRole('button', { name: 'Confirmar mi cuenta' }).click();
  await expect(page.getByText('Este enlace no es válido. Cópialo entero o pide otro.')).toBeVisible();
});

test(
  'L233, D16: a recovery mail resets the password and ends the other sessions',
  { tag: '@firefox' },
  async ({ page, browser }) => {
    const person = newUser();
    const renewed = { ...person, password: 'colorín colorado 8' };
    await createAccount(person);
    const elsewhere = await browser.newContext({ baseURL: served.url });
    const other = await elsewhere.newPage();
    await startSession(other, person);
    await other.goto('/profile');
    await expect(other.getByRole('heading', { name: `@${person.username}` })).toBeVisible();

    await openSheet(page, 'Iniciar Sesión');
    await dialog(page).getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
    await dialog(page).getByLabel('Correo electrónico').fill(person.email);
    await dialog(page).getByRole('button', { name: 'Enviar enlace' }).click();
    await expect(dialog(page).getByText(`Si hay una cuenta con ${person.email}`)).toBeVisible();

    await page.goto(await readLink(person.email, { path: '/restablecer' }));
    await page.getByLabel('Contraseña nueva').fill(renewed.password);
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await expect(page.getByText('Ya estás en tu cuenta. Tus otras sesiones se cerraron.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Ya estás en tu cuenta. Tus otras sesiones se cerraron.')).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: `@${person.username}` })).toBeVisible();
    await page.context().clearCookies();
    await openSheet(page, 'Iniciar Sesión');
    await trySignIn(page, person);
    await expect(
      dialog(page).locator('form').getByText('El correo o la contraseña no coinciden'),
    ).toBeVisible();
    await signIn(page, renewed);

    await other.reload();
    await expect(other.getByRole('heading', { name: 'Únete' })).toBeVisible();
    await elsewhere.close();
  },
);

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
    const refused = waitForAnswer(page);
    await send.click();
    await refused;
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

test(
  'L102, L273, L387, L397: a user changes the username in the settings',
  { tag: '@firefox' },
  async ({ page }) => {
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
    const refused = waitForAnswer(page);
    await save.click();
    await refused;
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
  },
);

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
