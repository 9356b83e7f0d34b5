import type { Page, Route } from '@playwright/test';
import { changeAnswer, withoutFirstData } from '../testing/changed-answers.ts';
import { expect } from '../testing/fixtures.ts';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { refreshUntil } from '../testing/refresh-clock.ts';
import { address, cardOf, test, titles } from '../testing/server/feed-corner.ts';

/** Matches batched calls too. */
const feedCalls = /\/trpc\/[^?]*stories\.feed/;
const fail = async (route: Route) => route.abort('internetdisconnected');
const refreshMs = 30_000;
/** The timeout of `see` for `refreshUntil`. */
const atOnce = { timeout: 1_000 };
const loadFailure = 'No se pudieron cargar las historias de la comunidad';

test('D06: new stories appear below the reader and are announced above', async ({
  page,
  corner,
  database,
}) => {
  const middle = await corner.tell('En medio', { votes: 5 });
  await page.clock.install();
  await page.goto(address(corner));
  await expect(titles(page)).toHaveText(['En medio']);

  await corner.tell('Más abajo', { votes: 1 });
  await refreshUntil(page, () => expect(titles(page)).toHaveText(['En medio', 'Más abajo'], atOnce));

  await corner.tell('Más arriba', { votes: 9 });
  const news = page.getByRole('button', { name: 'Hay historias nuevas' });
  await refreshUntil(page, () => expect(news).toBeVisible(atOnce));
  await page.getByRole('button', { name: 'Hay historias nuevas' }).click();
  await expect(titles(page)).toHaveText(['Más arriba', 'En medio', 'Más abajo']);

  await database.prisma.story.update({ where: { id: middle }, data: { upvotes: 10, score: 10 } });
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect(titles(page)).toHaveText(['En medio', 'Más arriba', 'Más abajo']);

  await test.step('the next card gets the focus when the focused one is removed', async () => {
    await cardOf(page, 'Más arriba').getByRole('link', { name: 'Más arriba' }).focus();
    await database.prisma.story.deleteMany({ where: { userId: corner.userId, title: 'Más arriba' } });
    await refreshUntil(page, () => expect(titles(page)).toHaveText(['En medio', 'Más abajo'], atOnce));
    await expect(page.getByRole('listitem').filter({ has: cardOf(page, 'Más abajo') })).toBeFocused();
  });
});

/** Collects the texts of all later notices, because each one disappears after some seconds. */
const collectNotices = (page: Page) =>
  page.getByRole('region', { name: 'Avisos' }).evaluate((region) => {
    const texts: string[] = [];
    Object.assign(window, { collectedNotices: texts });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const { textContent } of addedNodes) texts.push(textContent ?? '');
    }).observe(region, { childList: true, subtree: true });
  });

const countCollected = async (page: Page, text: string): Promise<number> => {
  const texts = await page.evaluate((): readonly string[] => Reflect.get(window, 'collectedNotices'));
  return texts.filter((each) => each.includes(text)).length;
};

/** The number of attempts after which a query counts as failed. */
const tries = 3;

test('L371: a failing refresh keeps the list, reports once and is retried', async ({
  page,
  corner,
  context,
}) => {
  const id = await corner.tell('La que se queda', { votes: 1 });
  await page.clock.install();
  await page.goto(address(corner));
  await expect(titles(page)).toHaveCount(1);

  let failures = 0;
  page.on('requestfailed', (request) => void (failures += feedCalls.test(request.url()) ? 1 : 0));
  /** Waits for one failure more than these refreshes have, so that they have failed, and the next one has begun. */
  const waitForFailed = (refreshes: number) => {
    const expected = failures + refreshes * tries;
    return expect(async () => {
      await page.clock.fastForward(refreshMs);
      expect(failures).toBeGreaterThan(expected);
    }).toPass({ intervals: [100] });
  };
  await collectNotices(page);
  await page.route(feedCalls, fail);
  await waitForFailed(2);
  await expect.poll(() => countCollected(page, loadFailure)).toBe(1);
  await expect(titles(page)).toHaveText(['La que se queda']);
  await page.unroute(feedCalls, fail);
  const refreshed = page.waitForResponse(feedCalls);
  await page.clock.fastForward(refreshMs);
  await refreshed;

  await test.step('offline and back', async () => {
    await context.setOffline(true);
    await expect(page.getByText('Sin conexión').first()).toBeVisible();
    await waitForFailed(1);
    await corner.tell('La que vino entretanto');
    await context.setOffline(false);
    await expect(titles(page)).toHaveText(['La que se queda', 'La que vino entretanto']);
    expect(await countCollected(page, loadFailure)).toBe(1);
  });

  await test.step('a hidden page waits, and refreshes at once when it is shown', async () => {
    let calls = 0;
    page.on('request', (request) => void (calls += request.url().includes(id) ? 1 : 0));
    const show = async (state: 'hidden' | 'visible') =>
      page.evaluate((visibilityState) => {
        Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, state);
    await show('hidden');
    await page.clock.runFor(10 * refreshMs);
    expect(calls).toBe(0);
    await show('visible');
    await expect.poll(() => calls).toBe(1);
  });
});

test('L54-55: the feed announces accessibly that it loads, failed, or has no stories', async ({
  page,
  corner,
}) => {
  await page.clock.install();

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await answered;
    await fail(route);
  };
  await withoutFirstData(page);
  await page.route(feedCalls, hold);
  await page.goto(address(corner));
  await expect(page.getByText('Cargando historias...')).toBeVisible();
  answer();
  await page.clock.runFor(10_000);
  await expect(page.getByRole('heading', { name: loadFailure })).toBeVisible();
  await expectNoViolations(page, 'failure');
  await page.unroute(feedCalls, hold);
  await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { name: 'No hay historias disponibles' })).toBeVisible();
  await changeAnswer(page, 'stories.feed', () => ({ items: [], nextCursor: null }));
  await page.goto('/search');
  await expect(page.getByText('Sé el primero en compartir una historia')).toBeVisible();
});
