import { firstDataId } from '@relato/contract/first-data';
import { expect, type Page } from '@playwright/test';

/**
 * Removes the data of the first screen from every page, like a server that cannot read them in time. The app then makes the
 * calls that a test changes.
 */
export const withoutFirstData = (page: Page): Promise<unknown> =>
  page.addInitScript((id) => {
    new MutationObserver(() => document.getElementById(id)?.remove()).observe(document, {
      childList: true,
      subtree: true,
    });
  }, firstDataId);

type Answer = Readonly<Record<string, unknown>>;

type Change = (answer: Answer) => Answer | readonly unknown[];

/** Changes the responses of a procedure, alone or in a batch. */
export const changeAnswer = (page: Page, procedure: string, change: Change): Promise<void> =>
  changeAnswers(page, { [procedure]: change });

/** Like `changeAnswer`, for several procedures, which may be in one batch. */
export async function changeAnswers(page: Page, changes: Readonly<Record<string, Change>>): Promise<void> {
  await withoutFirstData(page);
  await page.route(/\/trpc\//u, async (route) => {
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    if (names.every((name) => changes[name] === undefined)) return route.fallback();
    const response = await route.fetch();
    const answers: { result?: { data: { json: Answer } } }[] = await response.json();
    for (const [index, { result }] of answers.entries()) {
      const change = changes[names[index] ?? ''];
      if (result && change) Object.assign(result.data, { json: change(result.data.json) });
    }
    return route.fulfill({ response, json: answers });
  });
}

const toUrlOf = (procedure: string) => new RegExp(`/trpc/[^?]*${procedure.replace('.', '\\.')}`);

/** Delays the responses of a procedure, from the next page on, until the returned function is called. */
export async function hold(page: Page, procedure: string): Promise<() => void> {
  await withoutFirstData(page);
  return holdCalls(page, procedure);
}

/** Like `hold`, but from the next call of the current page on. */
export async function holdCalls(page: Page, procedure: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(toUrlOf(procedure), async (route) => {
    await released.promise;
    await route.fallback();
  });
  return released.resolve;
}

/** Delays the responses of a procedure after the server has handled the calls. `made` resolves with the first one. */
export async function holdAnswers(
  page: Page,
  procedure: string,
): Promise<{ readonly made: Promise<void>; readonly release: () => void }> {
  const made = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(toUrlOf(procedure), async (route) => {
    const response = await route.fetch();
    made.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { made: made.promise, release: released.resolve };
}

/** Makes a call whose answer is lost after the server has done its work. */
export async function loseAnswer(page: Page, procedure: string, press: () => Promise<void>): Promise<void> {
  const calls = toUrlOf(procedure);
  await page.route(calls, async (route) => {
    await route.fetch();
    await route.abort('internetdisconnected');
  });
  await press();
  await expect(page.getByText(/^Sin conexión/)).toBeVisible();
  await page.unroute(calls);
}
