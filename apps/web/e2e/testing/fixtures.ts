import { randomBytes } from 'node:crypto';
import type { Role } from '@relato/contract';
import { createUser } from '@relato/db/testing/factories';
import { readOutbox } from '@relato/mail';
import { test as base, expect, type APIResponse, type BrowserContext, type Page } from '@playwright/test';
import { getServedDatabase, serveRelato, served } from './server/serve-relato.ts';
import { mendFirefoxDriver } from './firefox-driver.ts';
import { patience, slowDown } from './slowness.ts';

export interface TestUser {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

const password = 'érase una vez 7';
/** The hash of the password with the least cost, because almost every test signs in. */
const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$QhlejiQ/9HDmp18pE9/Eew$xrZoSkHtrl0jYR10N/1Ob6bFJqxb7XJ3rq6FeES7T2s';

let people = 0;
/** Returns a new user; tests share no users. */
export const newUser = (): TestUser => {
  people += 1;
  const username = `persona_${people}_${Date.now().toString(36)}`;
  return { username, email: `${username}@example.org`, password };
};

/**
 * Console errors that every test expects: responses of 4xx, which browsers log, and in Firefox the style that
 * `reportViolations` describes, and a file that a service worker was still fetching when its page was left. A failure of the
 * worker itself has another text in Firefox.
 */
const expectedNoise = new RegExp(
  [
    String.raw`Failed to load resource: (?:the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)`,
    String.raw`sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=`,
    'A ServiceWorker intercepted the request and encountered an unexpected error',
  ].join('|'),
);

interface Expectations {
  /** Console errors that this test provokes, besides the expected ones. */
  readonly expectedErrors: RegExp | null;
}

const newNetwork = (): string => ['10', ...randomBytes(3)].join('.');

/**
 * Logs blocked resources as console errors, because not every browser does. Playwright's screenshots in Firefox add an empty
 * style, which is not a fault of the page.
 */
const reportViolations = () =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    const blocked = Array.from(document.querySelectorAll('style')).filter(({ sheet }) => sheet === null);
    const isTrial = blocked.every(({ textContent }) => textContent === 'body {}');
    if (violatedDirective === 'style-src-elem' && isTrial) return;
    console.error(`blocked by the policy: ${violatedDirective} ${blockedURI}`);
  });

/** Makes the pages of a context log blocked resources, and behave the same in every browser. */
export function prepareContext(context: BrowserContext, channel: string | undefined): void {
  void context.addInitScript(reportViolations);
  slowDown(context);
  if (channel === 'moz-firefox') mendFirefoxDriver(context);
}

export interface ServerOptions {
  /** Starts the server with the data of `npm start -- --demo`. */
  readonly demo: boolean;
  /** Settings of the server that override those of every test. */
  readonly settings: NodeJS.ProcessEnv;
}

/**
 * Gives each worker its own server, so that its tests see no data of other workers or browsers. An unexpected console error
 * or a blocked script fails the test.
 */
export const test = base.extend<
  { strictConsole: undefined } & Expectations,
  ServerOptions & { server: undefined }
>({
  expectedErrors: [null, { option: true }],
  demo: [false, { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ demo, settings }, use) => {
      const stop = await serveRelato(demo ? ['--demo'] : [], settings);
      await use(undefined);
      await stop();
    },
    { auto: true, scope: 'worker', timeout: 120_000 * patience },
  ],
  browser: [
    async ({ browser, channel }, use) => {
      browser.on('context', (context) => prepareContext(context, channel));
      await use(browser);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server: _started }, use) => use(served.url),
  page: async ({ page }, use) => {
    await use(page);
    // Playwright fails a test that ends while one of its routes waits for the server.
    for (const each of page.context().pages()) await each.unrouteAll({ behavior: 'ignoreErrors' });
  },
  // Each test has its own network, because rate limits count per network.
  extraHTTPHeaders: async ({ extraHTTPHeaders: _unused }, use) => use({ 'x-forwarded-for': newNetwork() }),
  strictConsole: [
    async ({ browser, context: own, expectedErrors }, use, testInfo) => {
      const complaints: string[] = [];
      const warnings: string[] = [];
      const complain = (text: string) => {
        if (!expectedNoise.test(text) && !expectedErrors?.test(text)) complaints.push(text);
      };
      const others: BrowserContext[] = [];
      const listen = (context: BrowserContext) => {
        context.on('console', (message) => {
          if (message.type() === 'error') complain(message.text());
          if (message.type() === 'warning') warnings.push(message.text());
        });
        context.on('weberror', (webError) => complain(webError.error().message));
      };
      // Also watches a second browser of a test, which would otherwise keep calling the server during the next tests.
      const open = (context: BrowserContext) => {
        others.push(context);
        listen(context);
      };
      listen(own);
      browser.on('context', open);
      await use(undefined);
      browser.off('context', open);
      for (const context of others) await context.close();
      expect(complaints).toEqual([]);
      // The screen shows only that something failed; the console has the reason.
      if (testInfo.status !== testInfo.expectedStatus) expect(warnings).toEqual([]);
    },
    { auto: true },
  ],
});

/** Waits for a mail after the first `seen` ones, and returns its link that leads to `path`. */
export async function readLink(
  email: string,
  { path = '/confirmar', seen = 0 }: { readonly path?: string; readonly seen?: number } = {},
): Promise<string> {
  let link = '';
  const read = async (): Promise<string> => {
    const mails = await readOutbox(served.outboxDir);
    const links = mails.filter((mail) => mail.to === email && new URL(mail.link).pathname === path);
    link = links.slice(seen).at(-1)?.link ?? '';
    return link;
  };
  await expect.poll(read, { intervals: [50] }).not.toBe('');
  return link;
}

type Input = Readonly<Record<string, unknown>>;
/** A page in most tests, whose cookies the calls use. */
export type HttpClient = Pick<Page, 'request'>;

/** Calls a mutation over HTTP with the cookies of the page. */
export async function call<Output = unknown>(
  page: HttpClient,
  procedure: string,
  input: Input,
): Promise<Output> {
  const response = await page.request.post(`/trpc/${procedure}`, {
    data: { json: input },
    headers: { origin: served.url },
  });
  return readAnswer(procedure, response);
}

/** Calls a query over HTTP with the cookies of the page. */
export async function query<Output = unknown>(
  page: HttpClient,
  procedure: string,
  input: Input,
): Promise<Output> {
  const params = { input: JSON.stringify({ json: input }) };
  return readAnswer(procedure, await page.request.get(`/trpc/${procedure}`, { params }));
}

async function readAnswer<Output>(procedure: string, response: APIResponse): Promise<Output> {
  expect(response.status(), `${procedure}: ${await response.text()}`).toBe(200);
  const { result }: { result: { data: { json: Output } } } = await response.json();
  return result.data.json;
}

/** Creates a confirmed account in the database, because a sign-up takes a mail and two slow hashes. */
export async function createAccount({ username, email }: TestUser, role: Role = 'user'): Promise<void> {
  const { prisma } = await getServedDatabase();
  await createUser(prisma, { email, role, passwordHash, profile: { create: { username } } });
}

/** Confirms the address over HTTP with the token from the mail. */
export async function confirmAddress(page: HttpClient, email: string): Promise<void> {
  const token = new URLSearchParams(new URL(await readLink(email)).hash.slice(1)).get('token') ?? '';
  await call(page, 'account.verifyEmail', { token });
}

/** Signs in over HTTP; the next page is signed in. */
export async function startSession(page: HttpClient, { email, password }: TestUser): Promise<void> {
  await call(page, 'account.signIn', { email, password });
}

/** Creates an account, by default of a new user, and signs in over HTTP. */
export async function signInAsNewUser(
  page: HttpClient,
  person = newUser(),
  role: Role = 'user',
): Promise<TestUser> {
  await createAccount(person, role);
  await startSession(page, person);
  return person;
}

/** Fills in and sends the open sign-up sheet. */
export async function signUp(page: Page, person: TestUser): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Nombre de usuario').fill(person.username);
  await sheet.getByLabel('Correo electrónico').fill(person.email);
  await sheet.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await sheet.getByRole('button', { name: 'Crear Cuenta' }).click();
  await expect(sheet.getByText('Revisa tu correo electrónico para confirmar tu cuenta.')).toBeVisible();
}

export async function confirmByMail(page: Page, person: TestUser): Promise<void> {
  await page.goto(await readLink(person.email));
  await page.getByRole('button', { name: 'Confirmar mi cuenta' }).click();
  await expect(page.getByText('Cuenta confirmada').first()).toBeVisible();
}

/** Signs in with the open sheet. Does not wait for the welcome, which another notice may replace. */
export async function signIn(page: Page, person: TestUser): Promise<void> {
  const sheet = page.getByRole('dialog');
  const password = sheet.getByLabel('Contraseña', { exact: true });
  await sheet.getByLabel('Correo electrónico').fill(person.email);
  await password.fill(person.password);
  await sheet.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(password).toBeHidden();
}

export { expect } from '@playwright/test';
