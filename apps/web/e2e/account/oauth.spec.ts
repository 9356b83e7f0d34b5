import type { Page } from '@playwright/test';
import { hold } from '../testing/changed-answers.ts';
import { expect, query, readLink, newUser, startSession, test } from '../testing/fixtures.ts';
import { visit } from '../testing/people.ts';
import { served } from '../testing/server/serve-relato.ts';

type ProviderName = 'Google' | 'Facebook';

interface Identity {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** Adds a new user to the provider. */
function someone(fields: Partial<Identity> = {}): Identity {
  const { username, email } = newUser();
  return { id: username, name: 'Ana Ñandú', email, emailVerified: true, ...fields };
}

const dialog = (page: Page) => page.getByRole('dialog');

async function openSheet(page: Page): Promise<void> {
  await visit(page, '/profile');
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
}

/** Goes from the open sheet to the provider and back. */
async function continueWith(page: Page, provider: ProviderName, identity: Identity | null): Promise<void> {
  await dialog(page)
    .getByRole('link', { name: `Continuar con ${provider}` })
    .click();
  await decide(page, provider, identity);
}

async function decide(page: Page, provider: ProviderName, identity: Identity | null): Promise<void> {
  await expect(page.getByRole('heading', { name: provider })).toBeVisible();
  if (identity) {
    await page.getByLabel('Account').fill(identity.id);
    await page.getByLabel('Name').fill(identity.name);
    await page.getByLabel('Email', { exact: true }).fill(identity.email);
    await page.getByLabel('Email verified').setChecked(identity.emailVerified);
  }
  await page.getByRole('button', { name: identity ? 'Continue' : 'Cancel' }).click();
}

async function complete(page: Page): Promise<string> {
  const { username } = newUser();
  await dialog(page).getByLabel('Nombre de usuario').fill(username);
  await dialog(page).getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('¡Perfil completado!')).toBeVisible();
  return username;
}

const hasSession = async (page: Page): Promise<boolean> =>
  (await query(page, 'account.session', {})) !== null;

test('L108, L234: Google creates an account, asks for a username, updates the other tabs, and is disconnected and connected in the settings', async ({
  page,
  context,
}) => {
  const identity = someone();
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();

  await openSheet(page);
  await continueWith(page, 'Google', identity);
  await expect(page.getByText('¡Bienvenido!')).toBeVisible();
  await expect(page).toHaveURL(`${served.url}/profile`);
  // Sooner than the 30 seconds after which a tab refreshes its session.
  await expect(dialog(other)).toHaveAccessibleName('¿Cómo te llamamos?', { timeout: 20_000 });
  const username = await complete(page);
  await expect(page.getByRole('heading', { name: `@${username}` })).toBeVisible();
  await expect(other.getByRole('heading', { name: `@${username}` })).toBeVisible();

  const cookies = (await context.cookies()).filter(({ name }) => name.startsWith('relato_'));
  expect(cookies.map(({ name }) => name).toSorted()).toEqual([
    'relato_browser',
    'relato_oauth',
    'relato_session',
  ]);
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(await page.evaluate(() => document.cookie)).toBe('');

  await other.getByRole('button', { name: 'Ajustes' }).click();
  await dialog(other).getByRole('button', { name: 'Cambiar correo' }).click();
  await dialog(other).getByLabel('Correo nuevo').fill(newUser().email);
  const asked = dialog(other).getByLabel('Contraseña actual');
  await expect(asked).toHaveCount(0);

  const settings = page.getByRole('button', { name: 'Ajustes' });
  await test.step('the only way to sign in can be removed once there is a password', async () => {
    await settings.click();
    await expect(dialog(page).getByText('Es tu única forma de entrar')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Desconectar Google' })).toBeHidden();
    await dialog(page).getByRole('button', { name: 'Crear contraseña' }).click();
    await expect(dialog(page).getByLabel('Contraseña actual')).toHaveCount(0);
    await dialog(page).getByLabel('Contraseña nueva').fill(newUser().password);
    await dialog(page).getByRole('button', { name: 'Guardar contraseña' }).click();
    await expect(page.getByText('Contraseña guardada')).toBeVisible();
    await expect(dialog(page).getByText(identity.email)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Desconectar Google' }).click();
    await expect(page.getByText('Cuenta desconectada')).toBeVisible();
  });

  await test.step('a form from before the password asks for it', async () => {
    await dialog(other).getByRole('button', { name: 'Enviar enlace' }).click();
    await expect(asked).toBeVisible();
  });

  await test.step('and is connected again', async () => {
    await dialog(page).getByRole('link', { name: 'Conectar Google' }).click();
    await decide(page, 'Google', identity);
    await expect(page.getByText('Cuenta conectada')).toBeVisible();
    await expect(page).toHaveURL(`${served.url}/profile`);
  });
  await context.clearCookies();
  await startSession(page, { ...newUser(), email: identity.email });
});

test('L108, D15: Facebook signs in a returning user without an e-mail address, and no user who cancels', async ({
  page,
  context,
}) => {
  const identity = someone({ email: '' });
  await openSheet(page);
  await continueWith(page, 'Facebook', null);
  await expect(page.getByText('No pasa nada: no diste permiso y no iniciaste sesión.')).toBeVisible();
  await expect(page).toHaveURL(`${served.url}/profile`);
  expect(await hasSession(page)).toBe(false);
  await openSheet(page);
  await continueWith(page, 'Facebook', identity);
  const username = await complete(page);
  await context.clearCookies();

  await page.goto('/search');
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'Grabar' }).first().click();
  await continueWith(page, 'Facebook', identity);
  await expect(page.getByText('¡Bienvenido!')).toBeVisible();
  await expect(page).toHaveURL(`${served.url}/record`);
  expect(await query(page, 'account.session', {})).toMatchObject({ user: { username, email: null } });
});

test('an e-mail from Facebook is added only when its mailbox confirms it', async ({ page, browser }) => {
  const identity = someone();
  await openSheet(page);
  await continueWith(page, 'Facebook', identity);
  await expect(page.getByText('Te enviamos un correo para confirmar tu dirección.')).toBeVisible();
  await complete(page);
  expect(await query(page, 'account.session', {})).toMatchObject({ user: { email: null } });
  const link = await readLink(identity.email);

  await test.step('the link does nothing in another browser, until its user signs in there', async () => {
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto(link);
    await other.getByRole('button', { name: 'Confirmar mi cuenta' }).click();
    await expect(other.getByText('Inicia sesión para continuar.')).toBeVisible();
    await other.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
    await continueWith(other, 'Facebook', identity);
    await expect(other.getByText('¡Bienvenido!')).toBeVisible();
    await expect(other.getByRole('button', { name: 'Confirmar mi cuenta' })).toBeEnabled();
    await elsewhere.close();
  });

  // The session may come later than the confirmation, which does not make the user a new one.
  const release = await hold(page, 'account.session');
  await page.goto(link);
  const confirmed = page.waitForResponse(/account\.verifyEmail/);
  await page.getByRole('button', { name: 'Confirmar mi cuenta' }).click();
  await confirmed;
  release();
  await expect(page.getByText('Ya está en tu cuenta.')).toBeVisible();
  expect(await query(page, 'account.session', {})).toMatchObject({ user: { email: identity.email } });
});
