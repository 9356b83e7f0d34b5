import { limits } from '@relato/contract/limits';
import { createStory, createUser } from '@relato/db/testing/factories';
import type { Locator, Page, Route } from '@playwright/test';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { changeAnswer, withoutFirstData } from '../testing/changed-answers.ts';
import { call, expect, signInAsNewUser } from '../testing/fixtures.ts';
import { main } from '../testing/people.ts';
import { insertManyStories } from '../testing/server/many-stories.ts';
import { refreshUntil } from '../testing/refresh-clock.ts';
import { restingTopOf, wheelTo } from '../testing/measuring/scrolling.ts';
import { test as base } from '../testing/server/database-fixtures.ts';

/** Matches batched calls too. */
const feedCalls = /\/trpc\/[^?]*stories\.feed/;
const fail = async (route: Route) => route.abort('internetdisconnected');
const refreshMs = 30_000;
/** The timeout of `see` for `refreshUntil`. */
const atOnce = { timeout: 1_000 };
const loadFailure = 'No se pudieron cargar las historias de la comunidad';

interface Corner {
  readonly userId: string;
  /** The tag of all its stories, which gives a test its own feed. */
  readonly tag: string;
  readonly tell: (
    title: string,
    fields?: { readonly votes?: number; readonly tags?: string[] },
  ) => Promise<string>;
}

const test = base.extend<{ corner: Corner }>({
  corner: async ({ database }, use) => {
    const userId = await createUser(database.prisma);
    const tag = `rincón ${userId.slice(0, 8)}`;
    await use({
      userId,
      tag,
      tell: (title, { votes = 0, tags = [] } = {}) =>
        createStory(database.prisma, { userId, title, tags: [tag, ...tags], upvotes: votes, score: votes }),
    });
    await database.prisma.user.delete({ where: { id: userId } });
  },
});

const address = ({ tag }: Corner): string => `/search?tags=${encodeURIComponent(tag)}`;
const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title }) });
const titles = (page: Page): Locator => page.getByRole('article').getByRole('heading', { level: 2 });
const searchBox = (page: Page): Locator => page.getByRole('searchbox', { name: 'Buscar historias...' });
const chip = (page: Page, tag: string): Locator =>
  page.getByRole('group', { name: 'Etiquetas' }).getByRole('button', { name: tag, exact: true });
const notices = (page: Page): Locator => page.getByRole('region', { name: 'Avisos' });
test('L23, L51-53, L277: search words and tag chips filter the feed and live in the address', async ({
  page,
  corner,
}) => {
  await corner.tell('La traición del ñandú', { tags: ['humor'] });
  await corner.tell('Una tarde de lluvia', { tags: ['amor'] });
  await corner.tell('El tren', { tags: ['terror'] });
  await page.goto(address(corner));
  await expect(titles(page)).toHaveCount(3);
  await expect(page.getByText(`Filtrando por: ${corner.tag}`)).toBeVisible();
  await expect(searchBox(page)).toHaveAttribute('placeholder', 'Buscar historias...');

  await test.step('words, whatever their case and accents', async () => {
    await searchBox(page).pressSequentially('TRAICION');
    await expect(titles(page)).toHaveText(['La traición del ñandú']);
    await expect(page).toHaveURL(/[?&]q=TRAICION/);
  });

  await test.step('nothing found is said, and undone', async () => {
    await searchBox(page).fill('ornitorrinco');
    await expect(page.getByRole('heading', { name: 'No hay historias disponibles' })).toBeVisible();
    await page.goBack();
    await expect(searchBox(page)).toHaveValue('');
    await expect(titles(page)).toHaveCount(3);
  });

  await test.step('at least one of the chips, pressed by keyboard, together with the words', async () => {
    await page.goto(`/search?q=${encodeURIComponent('a')}`);
    await chip(page, 'humor').focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Filtrando por: humor', { exact: true })).toBeVisible();
    await chip(page, 'amor').press('Enter');
    await expect(page.getByText('Filtrando por: humor, amor', { exact: true })).toBeVisible();
    await expect(chip(page, 'amor')).toHaveAttribute('aria-pressed', 'true');
    await expect(chip(page, 'amor')).toBeFocused();
    await expect(cardOf(page, 'El tren')).toHaveCount(0);
    await expect(cardOf(page, 'La traición del ñandú')).toHaveCount(1);
    await expect(cardOf(page, 'Una tarde de lluvia').first()).toBeVisible();
  });

  await test.step('back undoes a step, reload and a shared link keep all', async () => {
    const shared = page.url();
    await page.goBack();
    await expect(page.getByText('Filtrando por: humor', { exact: true })).toBeVisible();
    for (const open of [async () => page.goto(shared), async () => page.reload()]) {
      await open();
      await expect(searchBox(page)).toHaveValue('a');
      await expect(page.getByText('Filtrando por: humor, amor', { exact: true })).toBeVisible();
    }
  });
});

/** Measures the milliseconds from the next press to the focus of a story, for `readWaitForFocus`. */
const measureWaitForFocus = (): void => {
  const waited = new Promise((resolve) => {
    const onPress = () => {
      const pressedAt = performance.now();
      document.addEventListener('focusin', ({ target }) => {
        if (target instanceof Element && target.closest('article')) resolve(performance.now() - pressedAt);
      });
    };
    document.addEventListener('pointerdown', onPress, { once: true });
  });
  Object.assign(window, { waitedForFocus: waited });
};
const readWaitForFocus = (): Promise<number> => Reflect.get(window, 'waitedForFocus');

test('an order stands in the address and is kept for the next visit; that of followed people has only their stories', async ({
  page,
  corner,
  setFlags,
}) => {
  await setFlags({ recordOnly: false });
  await corner.tell('La más votada', { votes: 5 });
  await corner.tell('La de hoy');
  const orders = page.getByRole('group', { name: 'Orden' });
  const pressed = orders.getByRole('button', { pressed: true });
  await page.goto(address(corner));
  await expect(pressed).toHaveText('Destacadas');
  await expect(titles(page)).toHaveText(['La más votada', 'La de hoy']);
  await orders.getByRole('button', { name: 'Nuevas' }).click();
  await expect(titles(page)).toHaveText(['La de hoy', 'La más votada']);
  await expect(page).toHaveURL(/[?&]orden=nuevas/);

  await page.reload();
  await expect(titles(page)).toHaveText(['La de hoy', 'La más votada']);
  await orders.getByRole('button', { name: 'Destacadas' }).click();
  await expect(titles(page)).toHaveText(['La más votada', 'La de hoy']);
  await orders.getByRole('button', { name: 'En alza' }).click();
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Comunidad' }).click();
  await expect(pressed).toHaveText('En alza');
  // The link of the placeholder leads to the last order too.
  await page.goto('/profile');
  await page.evaluate(() => location.assign('/search'));
  await expect(pressed).toHaveText('En alza');
  await page.goto('/search');
  await expect(pressed).toHaveText('Destacadas');

  await page.goto('/search?orden=siguiendo');
  const emptyFeed = page.getByRole('heading', { name: 'Aquí estarán las historias de quienes sigues' });
  await expect(emptyFeed).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await signInAsNewUser(page);
  await page.goto('/search?orden=siguiendo');
  await main(page).getByRole('button', { name: 'Ver las nuevas' }).click();
  await expect(pressed).toHaveText('Nuevas');
  await expect(page).toHaveURL(/[?&]orden=nuevas/);
  await call(page, 'follows.follow', { userId: corner.userId });
  await page.goto('/search?orden=siguiendo');
  await expect(titles(page)).toHaveText(['La de hoy', 'La más votada']);
});

test('L28, L407: going back from a story restores the position, the card and the focus @firefox', async ({
  page,
  corner,
  database,
}) => {
  await insertManyStories(database, 80, corner);
  await page.goto(address(corner));
  const card = cardOf(page, 'Historia 48 ');
  await wheelTo(page, card);
  const link = card.getByRole('link', { name: 'Historia 48 ' });
  await link.focus();
  const top = await restingTopOf(card);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Historia' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.evaluate(measureWaitForFocus);
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(link).toBeFocused();
  expect(await page.evaluate(readWaitForFocus)).toBeGreaterThanOrEqual(limits.selectedStory.scrollWaitMs);
  expect(await restingTopOf(card)).toBeCloseTo(top, 0);
  await page.keyboard.press('Tab');
  await expect(card.locator(':focus')).toHaveCount(1);
});

test('scrolling keeps the focused card and the opened transcripts, and returning to the community scrolls the opened story into view', async ({
  page,
  corner,
  database,
  setFlags,
}) => {
  await setFlags({ recordOnly: false });
  await insertManyStories(database, 40, corner);
  // Newer than the stories of other tests.
  await database.prisma.story.updateMany({
    where: { userId: corner.userId },
    data: { upvotes: 50, score: 50 },
  });
  await page.goto('/search');
  const first = cardOf(page, 'Historia 4 ');
  const opened = cardOf(page, 'Historia 5 ');
  await opened.getByRole('button', { name: 'Ver más...' }).click();
  await expect(opened.getByRole('button', { name: 'Ver más...' })).toHaveCount(0);
  await first.getByRole('link', { name: 'Historia 4 ' }).focus();
  await wheelTo(page, cardOf(page, 'Historia 25 '));
  await expect(opened).toHaveCount(0);
  await expect(first.getByRole('link', { name: 'Historia 4 ' })).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(opened).toHaveCount(1);
  await expect(opened.getByRole('button', { name: 'Ver más...' })).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).evaluate((heading: HTMLElement) => heading.click());
  await expect(opened.getByRole('button', { name: 'Ver más...' })).toHaveCount(1);

  const chosen = cardOf(page, 'Historia 12 ').getByRole('link', { name: 'Historia 12 ' });
  await wheelTo(page, cardOf(page, 'Historia 12 '));
  await chosen.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Historia' })).toBeVisible();
  await page.getByRole('link', { name: 'Comunidad' }).click();
  await expect(chosen).toBeInViewport();
});

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
  notices(page).evaluate((region) => {
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

test('the search box searches again once it has the answer, and explains a text that is too long without another list', async ({
  page,
  story,
}) => {
  await page.clock.install();
  await page.goto('/search');
  await expect(cardOf(page, story.title)).toBeVisible();
  const asked: string[] = [];
  const answer = Promise.withResolvers<void>();
  await page.route(/stories\.feed/, async (route) => {
    const [, search = ''] = /"search":"([^"]*)"/.exec(decodeURIComponent(route.request().url())) ?? [];
    asked.push(search);
    if (search === 'z') await answer.promise;
    await route.continue();
  });
  await searchBox(page).fill('z');
  await expect.poll(() => asked).toEqual(['z']);
  for (const letters of ['zz', 'zzq', 'zzqx']) {
    await searchBox(page).fill(letters);
    // Longer than the typing pause before a search.
    await page.clock.runFor(400);
  }
  await searchBox(page).press('Enter');
  expect(asked).toEqual(['z']);
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'No hay historias disponibles' })).toBeVisible();
  await expect(page).toHaveURL(/[?&]q=zzqx/);
  await expect.poll(() => asked).toEqual(['z', 'zzqx']);
  await page.unrouteAll({ behavior: 'wait' });

  const long = 'a'.repeat(limits.search.maxLength + 50);
  await searchBox(page).fill(long);
  await expect(page.getByText('Puedes buscar con hasta 100 caracteres')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(searchBox(page)).toHaveValue(long);
  await page.reload();
  await expect(page.getByText('Puedes buscar con hasta 100 caracteres')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await expect(cardOf(page, story.title)).toBeVisible();

  const tag = 'b'.repeat(limits.tag.maxLength + 1);
  await page.goto(`/search?tags=${tag}`);
  await expect(page.getByText('Una etiqueta puede tener hasta 50 caracteres')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByText(`Filtrando por: ${tag}`)).toBeVisible();
  await page.getByRole('group', { name: 'Etiquetas' }).getByRole('button', { name: tag }).click();
  await expect(cardOf(page, story.title)).toBeVisible();
});
