import { expect, type BrowserContext, type Page, type Request } from '@playwright/test';

/** Makes the pages of a context behave over WebDriver BiDi as in other browsers. */
export function mendFirefoxDriver(context: BrowserContext): void {
  void context.addInitScript(insertTextAsTyped);
  context.on('page', navigateWhenLoaded);
}

/**
 * Over WebDriver BiDi, Playwright's `fill` sets the value by script, which React does not notice and which appends to an
 * e-mail field. The browser's own command replaces the selection like typing.
 */
const insertTextAsTyped = () =>
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set() {},
  });

/** Returns the pending requests for files of the app, from now on. */
function watchParts(page: Page): ReadonlySet<Request> {
  const loading = new Set<Request>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/assets/')) loading.add(request);
  });
  page.on('requestfinished', (request) => loading.delete(request));
  page.on('requestfailed', (request) => loading.delete(request));
  return loading;
}

/**
 * Firefox's driver mistakes the end of a request that a navigation aborts for the end of the navigation. So navigations
 * wait for the files of the page.
 */
function navigateWhenLoaded(page: Page): void {
  const loading = watchParts(page);
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
