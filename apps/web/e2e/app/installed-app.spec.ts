import type { Page } from '@playwright/test';
import { expect, signInAsNewUser, test } from '../testing/fixtures.ts';
import { openInstalled } from '../testing/people.ts';
import { served } from '../testing/server/serve-relato.ts';
import {
  expectRecorded,
  keptRecordings,
  recordButton,
  saveAs,
  saveButton,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';
import { expectSameSound, hashDrafts, hashRecorded, watchRecorder } from '../testing/recorded-sound.ts';

test.use({ serviceWorkers: 'allow' });

/** Replaces the worker, and makes the page one of an earlier build. */
const deployAgain = (page: Page) =>
  page.evaluate(async () => {
    document.querySelector('script[type="module"]')?.setAttribute('src', '/assets/earlier.js');
    const registration = await navigator.serviceWorker.register('/sw.js?next');
    await new Promise<void>((resolve) => {
      const look = () => registration.waiting && resolve();
      registration.installing?.addEventListener('statechange', look);
      look();
    });
  });

const updateNotice = (page: Page) => page.getByText('Hay una versión nueva de Relato.');

test('the worker starts once the page is idle, and then the app can be installed and opens without a network', async ({
  page,
  context,
}) => {
  const isRegistered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
  await page.clock.install();
  await page.goto('/search');
  await expect(page.getByLabel('Buscar historias...')).toBeVisible();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.keyboard.press('Tab');
  await page.clock.runFor(2_900);
  expect(await isRegistered()).toBe(false);
  await page.clock.runFor(100);
  await expect.poll(isRegistered).toBe(true);
  await page.clock.resume();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const devtools = await context.newCDPSession(page);
  const { errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Playwright's pages count as private windows.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  await context.setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
  await expect(page.getByRole('heading', { name: 'Mi Perfil', level: 1 })).toBeVisible();
});

test('REL-15: a story that was recorded and saved without a network exists when the network is back', async ({
  page,
  context,
}) => {
  await signInAsNewUser(page);
  await openInstalled(page, '/record');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Sin conexión\. Puedes grabar y revisar/)).toBeVisible();
  await recordButton(page).click();
  await expectRecorded(page, 2);
  await stopRecording(page);
  await page.getByRole('textbox', { name: 'Título' }).fill('Desde el monte');
  await saveButton(page).click();
  await expect(keptRecordings(page)).toContainText('Desde el monte');
  await expect(page.getByText('A salvo en este dispositivo. Sube sola cuando haya conexión.')).toBeVisible();
  // The rules were never opened before, and the profile opens after a restart.
  await page.goto('/normas');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/profile');
  await expect(keptRecordings(page)).toContainText('Desde el monte');
  const kept = await hashDrafts(page);
  await context.setOffline(false);
  await expect(page.getByText('Guardada', { exact: true })).toBeVisible();
  await expect(storyCard(page, 'Desde el monte')).toBeVisible();
  await expectSameSound('Desde el monte', kept);
});

test(
  'REL-32: an update is offered at rest only, and taken when the user agrees',
  { tag: '@firefox' },
  async ({ page }) => {
    await watchRecorder(page);
    await signInAsNewUser(page);
    await openInstalled(page, '/record');
    await recordButton(page).click();
    await expectRecorded(page, 1);
    await deployAgain(page);
    await expectRecorded(page, 2);
    await expect(updateNotice(page)).toHaveCount(0);
    await stopRecording(page);
    await expect(updateNotice(page)).toHaveCount(0);
    const recorded = await hashRecorded(page);
    await page.getByRole('textbox', { name: 'Título' }).fill('La de la versión vieja');
    await saveButton(page).click();
    await expect(storyCard(page, 'La de la versión vieja')).toBeVisible();
    await expectSameSound('La de la versión vieja', recorded);
    await expect(updateNotice(page)).toBeVisible();
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Recargar' }).click()]);
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(
      /\/sw\.js\?next$/,
    );
    await expect(storyCard(page, 'La de la versión vieja')).toBeVisible();
    await expect(updateNotice(page)).toHaveCount(0);
  },
);

test('an update that another tab has activated still needs a press', async ({ page }) => {
  await openInstalled(page, '/normas');
  await deployAgain(page);
  await expect(updateNotice(page)).toBeVisible();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { promise: activated, resolve } = Promise.withResolvers<void>();
    registration?.waiting?.addEventListener('statechange', ({ target }) => {
      if (target === registration.active && registration.active?.state === 'activated') resolve();
    });
    registration?.waiting?.postMessage('take-over');
    await activated;
  });
  await expect(updateNotice(page)).toBeVisible();
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Recargar' }).click()]);
  await expect(updateNotice(page)).toHaveCount(0);
});

test('an update that becomes active only while the user records waits for another press', async ({
  page,
}) => {
  await signInAsNewUser(page);
  await openInstalled(page, '/record');
  await deployAgain(page);
  const reload = page.getByRole('button', { name: 'Recargar' });
  await expect(reload).toBeVisible();
  const held = await page.evaluateHandle(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    Object.assign(registration?.waiting ?? {}, { postMessage: () => {} });
    return registration?.waiting ?? null;
  });
  await reload.click();
  await recordButton(page).click();
  await expectRecorded(page, 1);
  await held.evaluate(async (waiting) => {
    const { serviceWorker } = navigator;
    const taken = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    Reflect.deleteProperty(waiting ?? {}, 'postMessage');
    (await serviceWorker.getRegistration())?.waiting?.postMessage('take-over');
    await taken;
  });
  await expectRecorded(page, 2);
  await stopRecording(page);
  await saveAs(page, 'La que no se interrumpe');
  await Promise.all([page.waitForEvent('load'), reload.click()]);
  await expect(storyCard(page, 'La que no se interrumpe')).toBeVisible();
});

/** Installs another worker, and returns the state that it reaches. */
const installAnother = (page: Page) =>
  page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/sw.js?other');
    return new Promise((resolve) => {
      installing?.addEventListener('statechange', () => resolve(installing.state), { once: true });
    });
  });

test('a worker that gets the page of another release is not installed, and the app opens without a network or without its stored files', async ({
  page,
  context,
}) => {
  await openInstalled(page, '/normas');
  const shell = `${served.url}/`;
  await context.route(shell, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({
      response,
      body: body.replace(/\/assets\/shell-[\w-]+\.js/, '/assets/shell-other.js'),
    });
  });
  expect(await installAnother(page)).toBe('redundant');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(false);
  await context.unroute(shell);
  expect(await installAnother(page)).toBe('installed');

  const active = context.serviceWorkers().filter((worker) => worker.url().endsWith('/sw.js'));
  expect(active).toHaveLength(1);
  await active[0]?.evaluate(() => {
    caches.match = () => Promise.reject(new DOMException('the disk failed', 'UnknownError'));
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('SEC-07: the files that are stored for offline use hold no data of the user', async ({
  page,
  context,
}) => {
  const { username, email } = await signInAsNewUser(page);
  await openInstalled(page, '/profile');
  await page.reload();
  await expect(page.getByRole('main').getByText(`@${username}`)).toBeVisible();
  const stored = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        texts.push(request.url, (await answer?.text()) ?? '');
      }
    }
    return texts;
  });
  expect(stored.length).toBeGreaterThan(40);
  expect(stored.join('\n')).not.toContain(username);
  expect(stored.join('\n')).not.toContain(email);
  expect(
    stored.some(
      (text) => /\/(?:audio|upload|trpc|export)\//.test(text.slice(0, 200)) && text.startsWith('http'),
    ),
  ).toBe(false);

  // A shared file that the recorder never opened.
  await page.evaluate(async () => {
    const cache = await caches.open('shared-audio');
    await cache.put('/compartir/audio', new Response('sound'));
  });
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page.getByText('Únete')).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.has('shared-audio'))).toBe(false);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByText(`@${username}`)).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(username);
});
