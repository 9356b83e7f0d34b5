import { firstDataId } from '@relato/contract/first-data';
import type { Page } from '@playwright/test';
import { expect } from '../testing/fixtures.ts';
import { listShifts, watchShifts } from '../testing/measuring/layout-measurements.ts';
import { test } from '../testing/server/database-fixtures.ts';

/** The first heading of each screen that is seen. */
const visits = [
  { address: '/', heading: 'h1', viewport: { width: 390, height: 844 } },
  { address: '/search', heading: 'article h2', viewport: { width: 1280, height: 800 } },
] as const;

/** The first element of each screen. */
const places = (page: Page, selectors: readonly string[]) =>
  Promise.all(
    selectors.map((selector) => page.locator(selector).filter({ visible: true }).first().boundingBox()),
  );

for (const { address, heading, viewport } of visits) {
  test(`the logo, the bars and the first texts stand at ${address} before the app starts, and nothing moves when it does, ${viewport.width} px wide`, async ({
    page,
    story: _told,
  }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript(watchShifts);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    // A busy server sends the page without its data, and so without the texts.
    await expect(async () => {
      const answer = await page.goto(address, { waitUntil: 'commit' });
      expect(await answer?.text()).toContain(firstDataId);
    }).toPass();
    const start = page.locator('#start');
    // Before the style sheet arrives nothing is painted, but queries find what it will hide.
    await expect(start).toHaveCSS('position', 'fixed');
    await expect(start.getByText('Relato', { exact: true }).filter({ visible: true })).toBeVisible();
    const first = start.locator('h1, h2');
    await expect(first).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const isWide = viewport.width >= 1024;
    const before = await places(page, [
      '#start [data-logo]',
      isWide ? '#start [data-side]' : '#start [data-bar]',
    ]);
    const [text, place] = [await first.innerText(), await first.boundingBox()];
    release();
    const shown = page.getByRole('main').locator(heading).first();
    await expect(shown).toHaveText(text);
    await expect(start).toHaveCount(0);
    const after = await places(page, [isWide ? 'nav a' : 'header a', 'nav']);
    expect(after[1]).toEqual(before[1]);
    expect([after[0]?.x, after[0]?.y, after[0]?.height]).toEqual([
      before[0]?.x,
      before[0]?.y,
      before[0]?.height,
    ]);
    // Above the stories there is more on some screens than the placeholder can know.
    if (address === '/') expect(await shown.boundingBox()).toEqual(place);
    expect(await page.evaluate(listShifts)).toEqual([]);
  });
}

test('an app that does not load offers another try without a script', async ({ page }) => {
  const withheld = /\.js$/;
  await page.route(withheld, (route) => route.abort('internetdisconnected'));
  await page.goto('/search');
  const retry = page.locator('#start').getByRole('link', { name: 'Reintentar' });
  await expect(retry).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSAnimation && animation.animationName === 'late') animation.finish();
    }
  });
  await expect(retry).toBeVisible();
  await page.unroute(withheld);
  await retry.click();
  await expect(page.getByLabel('Buscar historias...')).toBeVisible();
});
