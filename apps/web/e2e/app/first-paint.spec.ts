import type { Page } from '@playwright/test';
import { expect } from '../testing/fixtures.ts';
import { listShifts, watchShifts } from '../testing/layout-measurements.ts';
import { test } from '../testing/database-fixtures.ts';

const viewports = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** The first element of each screen. */
const places = (page: Page, selectors: readonly string[]) =>
  Promise.all(
    selectors.map((selector) => page.locator(selector).filter({ visible: true }).first().boundingBox()),
  );

for (const viewport of viewports) {
  for (const address of ['/', '/search']) {
    test(`the logo and the bars stand at ${address} before the app starts, and nothing moves when it does, ${viewport.width} px wide`, async ({
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
      await page.goto(address, { waitUntil: 'commit' });
      const start = page.locator('#start');
      // Before the style sheet arrives nothing is painted, but queries find what it will hide.
      await expect(start).toHaveCSS('position', 'fixed');
      await expect(start.getByText('Relato', { exact: true }).filter({ visible: true })).toBeVisible();
      await expect(start.locator('.animate-shimmer').first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const isWide = viewport.width >= 1024;
      const before = await places(page, [
        '#start [data-logo]',
        isWide ? '#start [data-side]' : '#start [data-bar]',
      ]);
      release();
      await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
      await expect(start).toHaveCount(0);
      const after = await places(page, [isWide ? 'nav a' : 'header a', 'nav']);
      expect(after[1]).toEqual(before[1]);
      expect([after[0]?.x, after[0]?.y, after[0]?.height]).toEqual([
        before[0]?.x,
        before[0]?.y,
        before[0]?.height,
      ]);
      expect(await page.evaluate(listShifts)).toEqual([]);
    });
  }
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
