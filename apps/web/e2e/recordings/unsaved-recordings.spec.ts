import type { Page } from '@playwright/test';
import { expect, signInAsNewUser } from '../testing/fixtures.ts';
import {
  expectRecorded,
  record,
  recordButton,
  saveAs,
  saveButton,
  startRecording,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';
import { served } from '../testing/serve-relato.ts';
import { test } from '../testing/database-fixtures.ts';

test.beforeEach(({ page }) => signInAsNewUser(page));

const isSafe = (page: Page) => page.getByText(/^A salvo en este/);
const isUnsafe = (page: Page) => page.getByText(/^No se está guardando en este/);
const recording = (page: Page) => page.getByRole('heading', { name: 'Grabando tu historia...' });
const noNetwork = (page: Page) => page.getByText(/^No hay conexión\. Tu grabación sigue a salvo/);

test('opening a link to a story during a recording asks first', async ({ page, setFlags, story }) => {
  await setFlags({ recordOnly: true });
  await page.goto(`/?story=${story.id}`);
  await page.getByRole('button', { name: 'Volver' }).click();
  await recordButton(page).click();
  await expect(recording(page)).toBeVisible();
  await page.goBack();
  const question = page.getByRole('dialog', { name: '¿Dejar de grabar?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Seguir aquí' }).click();
  await expectRecorded(page, 2);
  await stopRecording(page);
});

test('REL-17: D18: the recorder records, stops and saves while the browser storage never answers, and does not claim that it is safe', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its factory below
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function hang(...args) {
      const request = open.apply(this, args);
      request.addEventListener = () => undefined;
      return request;
    };
    const safe: string[] = [];
    Object.assign(window, { safe });
    new MutationObserver(() => {
      if (document.documentElement.textContent.includes('A salvo en este')) safe.push('safe');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await startRecording(page);
  await expect(isUnsafe(page)).toBeVisible();
  await stopRecording(page);
  await expect(page.getByText(/^No está guardada en este/)).toBeVisible();
  await saveAs(page, 'De memoria');
  expect(await page.evaluate(() => Reflect.get(window, 'safe'))).toEqual([]);
});

test('REL-17: D18: the recorder stores a recording again from its first second when the browser clears its storage', async ({
  page,
}) => {
  await startRecording(page);
  await expectRecorded(page, 2);
  await expect(isSafe(page)).toBeVisible();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Storage.clearDataForOrigin', { origin: served.url, storageTypes: 'indexeddb' });
  await expectRecorded(page, 4);
  await expect(isSafe(page)).toBeVisible();
  await page.close({ runBeforeUnload: false });
  const next = await page.context().newPage();
  await next.goto('/record');
  await next.getByRole('button', { name: 'Recuperar' }).click();
  await expect(next.getByText(/Grabación completada: 0:(?:0[3-9]|[1-5]\d)/)).toBeVisible();
  await saveAs(next, 'La que se borró');
});

test('saving goes on after the user leaves, and does not cut a recording that started since', async ({
  page,
}) => {
  await page.goto('/record');
  await page.getByRole('link', { name: 'Perfil' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await page.goBack();
  await recordButton(page).click();
  await expectRecorded(page, 2);
  await stopRecording(page);
  await page.getByLabel('Título').fill('La lenta');
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const held = page.waitForRequest(/stories\.create/);
  await page.route(/stories\.create/, async (route) => {
    await released;
    await route.continue();
  });
  await saveButton(page).click();
  await held;
  await page.goForward();
  await expect(page).toHaveURL(/\/profile$/);
  await page.goBack();
  await recordButton(page).click();
  await expect(recording(page)).toBeVisible();
  release(undefined);
  await expect(page.getByText('Historia guardada')).toBeVisible();
  await expect(page).toHaveURL(/\/record$/);
  await expectRecorded(page, 2);
  await stopRecording(page);
  await saveAs(page, 'La segunda');
  await expect(storyCard(page, 'La lenta')).toHaveCount(1);
});

const troubles = [
  {
    trouble: 'a network that swallows everything, by itself after a rest',
    handle: () => new Promise<void>(() => undefined),
    comeBack: (page: Page) => page.clock.fastForward(60_000),
  },
  {
    trouble: 'a network that fails, when the person looks again',
    handle: undefined,
    comeBack: (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus'))),
  },
];
for (const { trouble, handle, comeBack } of troubles) {
  test(`REL-15: the recorder goes on sending after ${trouble}`, async ({ page }) => {
    const uploads = /\/upload(?:\/|$)/;
    await page.clock.install();
    await page.route(uploads, handle ?? ((route) => route.abort('internetdisconnected')));
    await record(page);
    // Waits of up to a minute.
    await expect(async () => {
      await page.clock.fastForward(20_000);
      await expect(noNetwork(page)).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.unroute(uploads);
    await comeBack(page);
    await expect(noNetwork(page)).toHaveCount(0);
    await saveAs(page, 'La que esperó');
  });
}

test('a double tap on a kept recording counts once', async ({ page }) => {
  await record(page);
  await page.reload();
  await page.getByRole('button', { name: 'Recuperar' }).dblclick();
  await expect(page.getByText(/Grabación completada: 0:0\d/)).toBeVisible();
  // At once, because a notice disappears by itself.
  expect(await page.getByText('No se pudo recuperar').count()).toBe(0);
  await saveAs(page, 'De un toque');
});

test('a refused recording can be downloaded, and deleting it asks first', async ({ page }) => {
  // Replaces the upload by bytes that are no audio.
  await page.route(/\/upload\//, (route) =>
    route.request().method() === 'PATCH' && !route.request().headers()['upload-length']
      ? route.continue({ postData: Buffer.alloc(2_000) })
      : route.continue(),
  );
  await record(page);
  const again = page.getByRole('main').getByRole('button', { name: 'Grabar de nuevo' });
  const download = page.getByRole('main').getByRole('link', { name: 'Descargar el audio' });
  await expect(page.getByText(/pero no se puede guardar/)).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toMatch(/^mi-historia\.(?:webm|mp4)$/);
  await again.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Conservar' }).click();
  await expect(download).toBeVisible();
  await again.click();
  const question = page.getByRole('dialog', { name: '¿Grabar de nuevo?' });
  await expect(question.getByRole('link', { name: 'Descargar el audio' })).toBeVisible();
  await question.getByRole('button', { name: 'Borrar y repetir' }).click();
  await expect(page.getByText('Listo para grabar')).toBeVisible();
  await expect(page.getByText('Una grabación sin guardar')).toHaveCount(0);
});
