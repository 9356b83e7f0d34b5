import { randomBytes } from 'node:crypto';
import { readOutbox } from '@relato/mail';
import {
  test as base,
  expect,
  type APIResponse,
  type BrowserContext,
  type Page,
  type Request,
} from '@playwright/test';
import { serveRelato, served } from './serve-relato.ts';

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

/**
 * Errors on the console that any test expects: an answer of 401 that the browser reports by itself, and what Firefox says
 * of the style that `tellViolations` tells of.
 */
const expectedNoise =
  /Failed to load resource: (?:the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)|sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=/;

interface Expectations {
  /** Errors on the console that this test provokes, besides the usual noise. */
  readonly expectedErrors: RegExp | null;
}

const newNetwork = (): string => ['10', ...randomBytes(3)].join('.');

/**
 * Over WebDriver BiDi, Playwright's `fill` sets the value by script, which React does not see and which appends to what
 * an e-mail field holds. The browser's own command types in place of the selection.
 */
const insertTextAsTyped = () =>
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set() {},
  });

/**
 * Firefox's driver takes the end of a file's load, which a navigation cuts off, for the end of the navigation. So the
 * files of a page come first.
 */
function navigateWhenLoaded(page: Page): void {
  const loading = new Set<Request>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/assets/')) loading.add(request);
  });
  page.on('requestfinished', (request) => loading.delete(request));
  page.on('requestfailed', (request) => loading.delete(request));
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const haveCome = () => expect.poll(() => loading.size, { intervals: [20] }).toBe(0);
  page.goto = async (...where) => {
    await haveCome();
    return goto(...where);
  };
  page.reload = async (...how) => {
    await haveCome();
    return reload(...how);
  };
}

/**
 * Not every browser tells on the console, as one that is heard here, what the policy of a page blocked. Playwright's
 * pictures of Firefox try an empty style of their own, which is no fault of the page.
 */
const tellViolations = () =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    const tried = Array.from(document.querySelectorAll('style'), ({ textContent }) => textContent);
    if (violatedDirective === 'style-src-elem' && tried.every((text) => text === 'body {}')) return;
    console.error(`blocked by the policy: ${violatedDirective} ${blockedURI}`);
  });

export interface ServerOptions {
  /** With the community of `npm start -- --demo` in it. */
  readonly demo: boolean;
}

/**
 * Pages on a server that this worker has for itself, so that no test of another worker or browser is seen by ours. An
 * error on their consoles, or a script that the policy blocked, fails the test.
 */
export const test = base.extend<
  { strictConsole: undefined } & Expectations,
  ServerOptions & { server: undefined }
>({
  expectedErrors: [null, { option: true }],
  demo: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ demo }, use) => {
      const stop = await serveRelato(demo ? ['--demo'] : []);
      await use(undefined);
      await stop();
    },
    { auto: true, scope: 'worker', timeout: 120_000 },
  ],
  browser: [
    async ({ browser, channel }, use) => {
      browser.on('context', (context) => {
        void context.addInitScript(tellViolations);
        if (channel === 'moz-firefox') {
          void context.addInitScript(insertTextAsTyped);
          context.on('page', navigateWhenLoaded);
        }
      });
      await use(browser);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server: _started }, use) => use(served.url),
  // From a network of its own, as people come: what one test does uses up no limit of another's.
  extraHTTPHeaders: async ({ extraHTTPHeaders: _unused }, use) => use({ 'x-forwarded-for': newNetwork() }),
  strictConsole: [
    async ({ browser, expectedErrors }, use) => {
      const complaints: string[] = [];
      const complain = (text: string) => {
        if (!expectedNoise.test(text) && !expectedErrors?.test(text)) complaints.push(text);
      };
      // Also where a test opens a second browser for a second person.
      const listen = (context: BrowserContext) => {
        context.on('console', (message) => {
          if (message.type() === 'error') complain(message.text());
        });
        context.on('weberror', (webError) => complain(webError.error().message));
      };
      for (const context of browser.contexts()) listen(context);
      browser.on('context', listen);
      await use(undefined);
      browser.off('context', listen);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** The link of the newest mail to an address that leads to `path`; waits for a mail after the first `seen` ones. */
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

/** A mutation without a screen, with the cookies of the page. */
export async function call<Output = unknown>(page: Page, procedure: string, input: Input): Promise<Output> {
  const response = await page.request.post(`/trpc/${procedure}`, {
    data: { json: input },
    headers: { origin: served.url },
  });
  return readAnswer(procedure, response);
}

/** A query without a screen, with the cookies of the page. */
export async function query<Output = unknown>(page: Page, procedure: string, input: Input): Promise<Output> {
  const params = { input: JSON.stringify({ json: input }) };
  return readAnswer(procedure, await page.request.get(`/trpc/${procedure}`, { params }));
}

async function readAnswer<Output>(procedure: string, response: APIResponse): Promise<Output> {
  expect(response.status(), `${procedure}: ${await response.text()}`).toBe(200);
  const { result }: { result: { data: { json: Output } } } = await response.json();
  return result.data.json;
}

/** An account that is confirmed, for tests that are not about how one gets it. */
export async function createAccount(page: Page, person: Person): Promise<void> {
  const { username, email, password } = person;
  await call(page, 'account.signUp', { username, email, password });
  await confirmAddress(page, email);
}

/** Follows the link of the mail, without a screen. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  const token = new URLSearchParams(new URL(await readLink(email)).hash.slice(1)).get('token') ?? '';
  await call(page, 'account.verifyEmail', { token });
}

/** Signed in from the next page on, for tests that are not about signing in. */
export async function startSession(page: Page, { email, password }: Person): Promise<void> {
  await call(page, 'account.signIn', { email, password });
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

/** In the sheet that is open. More important news may take the place of the welcome at once. */
export async function signIn(page: Page, person: Person): Promise<void> {
  const sheet = page.getByRole('dialog');
  const password = sheet.getByLabel('Contraseña', { exact: true });
  await sheet.getByLabel('Correo electrónico').fill(person.email);
  await password.fill(person.password);
  await sheet.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(password).toBeHidden();
}

export { expect } from '@playwright/test';
