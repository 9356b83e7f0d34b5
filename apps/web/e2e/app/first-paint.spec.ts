import { firstDataId } from '@relato/contract/first-data';
import type { Locator, Page } from '@playwright/test';
import { expect, signInAsNewUser } from '../testing/fixtures.ts';
import { listShifts, watchShifts } from '../testing/measuring/layout-measurements.ts';
import { expectRecorded } from '../testing/recorder.ts';
import { test } from '../testing/server/database-fixtures.ts';

/** The first visible heading of each screen. */
const visits = [
  { address: '/', heading: 'h1', viewport: { width: 390, height: 844 } },
  { address: '/record', heading: 'h1', viewport: { width: 844, height: 390 } },
  { address: '/search', heading: 'article h2', viewport: { width: 1280, height: 800 } },
] as const;

/** Delays the scripts and the style sheet of the app until the returned function is called. */
async function holdApp(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\.(?:js|css)$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens a page whose app is delayed, until it comes with its texts, which a busy server omits. */
async function openPainted(page: Page, address: string): Promise<Locator> {
  await expect(async () => {
    const answer = await page.goto(address, { waitUntil: 'commit' });
    expect(await answer?.text()).toContain(firstDataId);
  }).toPass();
  const start = page.locator('#start');
  await expect(start).toHaveCSS('position', 'fixed');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return start;
}

/** The positions of the visible links and microphones by their names. The header gets more than its logo later. */
const listControls = (within: Locator) =>
  within
    .locator(
      'nav :is(a, button:enabled), [data-logo], header > a, [data-part] button, main [aria-label="Grabar"]',
    )
    .filter({ visible: true })
    .evaluateAll((controls) =>
      controls.map((control) => {
        const { x, y, width, height } = control.getBoundingClientRect();
        return [control.ariaLabel ?? control.textContent.trim(), x, y, width, height] as const;
      }),
    );

for (const { address, heading, viewport } of visits) {
  test(`the links and buttons at ${address} keep their places when the app starts, ${viewport.width} px wide`, async ({
    page,
    setFlags,
    story: _told,
  }) => {
    if (address !== '/') await setFlags({ recordOnly: false });
    await page.setViewportSize(viewport);
    await page.addInitScript(watchShifts);
    const release = await holdApp(page);
    const start = await openPainted(page, address);
    const first = start.locator('h1, h2');
    await expect(first).toBeVisible();
    const before = await listControls(start);
    const [text, place] = [await first.innerText(), await first.boundingBox()];
    release();
    const shown = page.getByRole('main').locator(heading).first();
    await expect(shown).toHaveText(text);
    await expect(start).toHaveCount(0);
    expect(await listControls(page.locator('#app'))).toEqual(before);
    // Some screens have more above the stories than the placeholder can know.
    if (heading === 'h1') expect(await shown.boundingBox()).toEqual(place);
    expect(await page.evaluate(listShifts)).toEqual([]);
  });
}

test('a press on the microphone before the app starts shows at once, and records once afterwards', async ({
  page,
}) => {
  await signInAsNewUser(page);
  const release = await holdApp(page);
  const start = await openPainted(page, '/record');
  const taken = page.getByText('Un momento…');
  await expect(taken).toBeHidden();
  await start.getByRole('button', { name: 'Grabar' }).dblclick();
  await expect(taken).toBeVisible();
  release();
  await expectRecorded(page, 1);
  await expect(taken).toHaveCount(0);
});

test('the keyboard reaches the links before the app starts, and a visitor who presses record signs up', async ({
  page,
  setFlags,
  story: _told,
}) => {
  await setFlags({ recordOnly: false });
  const release = await holdApp(page);
  const start = await openPainted(page, '/');
  const bar = start.getByRole('navigation', { name: 'Navegación principal' });
  await expect(bar.getByRole('link', { name: 'Comunidad' })).toHaveAttribute('href', '/search');
  await expect(bar.getByRole('link', { name: 'Perfil' })).toHaveAttribute('href', '/profile');
  await start.getByRole('button', { name: 'Grabar mi historia' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Un momento…')).toBeVisible();
  release();
  await expect(page.getByRole('dialog', { name: 'Crea tu cuenta para grabar tu historia' })).toBeVisible();
});

/** Opens a page whose scripts do not arrive, until it says so. Returns a function that lets them through. */
async function openLate(page: Page, address: string): Promise<() => Promise<void>> {
  const withheld = /\.js$/;
  await page.route(withheld, (route) => route.abort('internetdisconnected'));
  await page.goto(address);
  const late = page.getByText('Relato tarda en llegar.');
  await expect(late).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSAnimation && animation.animationName === 'late') animation.finish();
    }
  });
  await expect(late).toBeVisible();
  return () => page.unroute(withheld);
}

const retry = (page: Page) => page.locator('#start').getByRole('link', { name: 'Reintentar' });

test('an app that does not load offers a retry without a script', async ({ page }) => {
  const release = await openLate(page, '/search');
  await release();
  await retry(page).click();
  await expect(page.getByLabel('Buscar historias...')).toBeVisible();
});

test('the link of a mail whose app does not load is reloaded, because a retry by a link would lose its token', async ({
  page,
}) => {
  const release = await openLate(page, '/confirmar#token=abc');
  await expect(page.getByText('Recarga la página.')).toBeVisible();
  await expect(retry(page)).toBeHidden();
  await release();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Confirmar mi cuenta' })).toBeVisible();
});
