import {
  call,
  confirmByMail,
  createAccount,
  expect,
  readLink,
  signIn,
  signInAsNewUser,
  signUp,
  newUser,
  query,
  startSession,
  test,
} from '../testing/fixtures.ts';
import { loseAnswer } from '../testing/changed-answers.ts';
import { dialog, openSheet, trySignIn, visit } from '../testing/people.ts';

test('L235, L391, D14: an unconfirmed address cannot sign in, gets another mail, and its link works once', async ({
  page,
}) => {
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

  await visit(page, '/');
  await page.goto(await readLink(person.email));
  await page.getByRole('button', { name: 'Confirmar mi cuenta' }).click();
  await expect(page.getByText('Este enlace ya se usó.')).toBeVisible();
  await page.evaluate(() => {
    location.hash = 'token=otro';
  });
  await expect(page.getByText('Este enlace ya se usó.')).toHaveCount(0);
  await visit(page, '/restablecer');
  await expect(page.getByText('Este enlace no es válido. Cópialo entero o pide otro.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Guardar contraseña' })).toBeDisabled();
});

test('a new account that is confirmed in the browser of another one is not taken for that one', async ({
  page,
}) => {
  const person = newUser();
  await openSheet(page, 'Crear Cuenta');
  await signUp(page, person);
  await signInAsNewUser(page);
  await page.goto(await readLink(person.email));
  await page.getByRole('button', { name: 'Confirmar mi cuenta' }).click();
  await expect(
    page.getByText(`La cuenta @${person.username} está lista. Aquí sigues en otra.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cambiar de cuenta' }).click();
  await expect(dialog(page).getByLabel('Correo electrónico')).toHaveValue(person.email);
  await signIn(page, person);
  await expect(page.getByText(`Hola, @${person.username}`)).toBeVisible();
});

test('SEC-58: in a browser that did not sign up, the reader of the mail chooses the password', async ({
  page,
  request,
}) => {
  const person = newUser();
  const chosen = { ...person, password: 'colorín colorado 8' };
  await call({ request }, 'account.signUp', { ...person, acceptsTerms: true });
  await page.goto(await readLink(person.email));
  const confirm = page.getByRole('button', { name: 'Confirmar mi cuenta' });
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Elige tu contraseña' })).toBeVisible();
  const password = page.getByLabel('Contraseña nueva');
  await expect(password).toBeFocused();
  await password.fill('123456');
  await confirm.click();
  await expect(password).toHaveAccessibleDescription(/muy conocida/);
  await password.fill(chosen.password);
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Tu cuenta está lista' })).toBeVisible();
  await expect(page.getByText(`Hola, @${person.username}`)).toBeVisible();

  const data = { json: { email: person.email, password: person.password } };
  const refused = await request.post('/trpc/account.signIn', { data });
  expect(await refused.text()).toContain('INVALID_CREDENTIALS');
  await startSession({ request }, chosen);
});

test('a recovery whose answer was lost asks for the new password, and does not say that its link was used', async ({
  page,
}) => {
  const person = newUser();
  await createAccount(person);
  await call(page, 'account.requestPasswordReset', { email: person.email });
  await page.goto(await readLink(person.email, { path: '/restablecer' }));
  const password = 'colorín colorado 8';
  await page.getByLabel('Contraseña nueva').fill(password);
  const save = page.getByRole('button', { name: 'Guardar contraseña' });
  await loseAnswer(page, 'account.resetPassword', () => save.click());
  await page.context().clearCookies();
  await save.click();
  await expect(page.getByText('Ya puedes iniciar sesión')).toBeVisible();
  await signIn(page, { ...person, password });
});

test('REL-36: L233, D16: a recovery mail resets the password and ends the other sessions', async ({
  page,
  request,
}) => {
  const person = newUser();
  const renewed = { ...person, password: 'colorín colorado 8' };
  await createAccount(person);
  await startSession({ request }, person);

  await openSheet(page, 'Iniciar Sesión');
  await dialog(page).getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
  await dialog(page).getByLabel('Correo electrónico').fill(person.email);
  await dialog(page).getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(dialog(page).getByText(`Si hay una cuenta con ${person.email}`)).toBeVisible();

  await page.goto(await readLink(person.email, { path: '/restablecer' }));
  await page.getByLabel('Contraseña nueva').fill(renewed.password);
  const done = 'Ya estás en tu cuenta. Tus otras sesiones se cerraron.';
  const reloaded = page.waitForEvent('load');
  // The text must survive a reload at the moment it appears.
  await page.evaluate((text) => {
    new MutationObserver(() => {
      if (document.body.textContent.includes(text)) location.reload();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, done);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await reloaded;
  await expect(page.getByText(done)).toBeVisible();
  await expect(page.getByLabel('Contraseña nueva')).toHaveCount(0);
  expect(new URL(page.url()).hash).toBe('');
  await visit(page, '/profile');
  await expect(page.getByRole('heading', { name: `@${person.username}` })).toBeVisible();
  expect(await query({ request }, 'account.session', {})).toBeNull();
  await startSession({ request }, renewed);
});
