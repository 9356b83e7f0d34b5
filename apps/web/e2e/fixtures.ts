import { readOutbox } from '@relato/mail';
import { test as base, expect, type Page } from '@playwright/test';
import { served } from './serve-relato.ts';

export interface Person {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

let people = 0;
/** Somebody new: every test has its own people. */
export const somebody = (): Person => {
  people += 1;
  const username = `persona_${people}_${Date.now().toString(36)}`;
  return { username, email: `${username}@example.org`, password: 'érase una vez 7' };
};

/** Errors on the console that a test expects, such as an answer of 401 that the browser reports by itself. */
const expectedNoise = /Failed to load resource: the server responded with a status of 4\d\d/;

/** A page on the server; an error on its console, or a script that the policy blocked, fails the test. */
export const test = base.extend<{ strictConsole: undefined }>({
  baseURL: async ({ baseURL: _unused }, use) => use(served.url),
  strictConsole: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !expectedNoise.test(message.text())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** The link of the newest mail to an address. */
export async function readLink(email: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const mails = await readOutbox(served.outboxDir);
      link = mails.filter(({ to }) => to === email).at(-1)?.link ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}

/** From the sheet that is open to an account that is confirmed and signed in. */
export async function signUp(page: Page, person: Person): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Nombre de usuario').fill(person.username);
  await sheet.getByLabel('Correo electrónico').fill(person.email);
  await sheet.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await sheet.getByRole('button', { name: 'Crear Cuenta' }).click();
  await expect(sheet.getByText('Revisa tu correo electrónico para confirmar tu cuenta.')).toBeVisible();
}

export async function confirmByMail(page: Page, person: Person): Promise<void> {
  await page.goto(await readLink(person.email));
  await page.getByRole('button', { name: 'Confirmar mi cuenta' }).click();
  await expect(page.getByText('Cuenta confirmada').first()).toBeVisible();
}

/** In the sheet that is open. */
export async function signIn(page: Page, person: Person): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Correo electrónico').fill(person.email);
  await sheet.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await sheet.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page.getByText('¡Bienvenido!')).toBeVisible();
}

export { expect } from '@playwright/test';
