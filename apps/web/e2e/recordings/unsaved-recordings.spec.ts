import type { Page, Request } from '@playwright/test';
import { expect, signInAsNewUser } from '../testing/fixtures.ts';
import {
  expectRecorded,
  leaveForProfile,
  record,
  recordButton,
  saveAs,
  saveButton,
  startRecording,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';
import { holdCalls } from '../testing/changed-answers.ts';
import {
  evict,
  expectSameSound,
  expectStored,
  hashDrafts,
  swallowUploads,
} from '../testing/recorded-sound.ts';
import { createInspectedRecording } from '../testing/server/inspected-recording.ts';
import { test } from '../testing/server/database-fixtures.ts';

test.beforeEach(({ page }) => signInAsNewUser(page));

const opus = 'chromium_timeslice_noduration.webm';

const isSafe = (page: Page) => page.getByText(/^A salvo en este/);
const isUnsafe = (page: Page) => page.getByText(/^No se está guardando en este/);
const recording = (page: Page) => page.getByRole('heading', { name: 'Grabando tu historia...' });
const noNetwork = (page: Page) => page.getByText(/^No hay conexión\. Tu grabación sigue a salvo/);

test('REL-17: D18: the recorder records, stops and saves while the browser storage never answers, and does not claim that the recording is safe', async ({
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

test(
  'REL-16, REL-17: D18: a tab that is closed while it records loses nothing, also after the browser cleared its storage',
  { tag: '@firefox' },
  async ({ page }) => {
    // The upload is blocked, because the server may otherwise have more than this browser has stored.
    await page.addInitScript(swallowUploads);
    await startRecording(page);
    await expectRecorded(page, 2);
    await expect(isSafe(page)).toBeVisible();
    await evict(page);
    await expectStored(page, 3_000);
    await expect(isSafe(page)).toBeVisible();
    // Closes the tab without dialogs and events, as if the browser was killed.
    await page.close({ runBeforeUnload: false });
    const next = await page.context().newPage();
    await next.goto('/record');
    const kept = await hashDrafts(next);
    await next.getByRole('button', { name: 'Recuperar' }).click();
    await expect(next.getByText(/Grabación completada: 0:(?:0[3-9]|[1-5]\d)/)).toBeVisible();
    await saveAs(next, 'La que se borró');
    await expectSameSound('La que se borró', kept);
  },
);

test('saving continues after the user leaves, and does not end a recording that started since', async ({
  page,
}) => {
  await page.goto('/record');
  await page.getByRole('link', { name: 'Perfil' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await page.goBack();
  await recordButton(page).click();
  await expectRecorded(page, 2);
  await stopRecording(page);
  await page.getByRole('textbox', { name: 'Título' }).fill('La lenta');
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
  await expect(page.getByText('Listo para grabar')).toBeVisible();
  await recordButton(page).click();
  await expect(recording(page)).toBeVisible();
  release(undefined);
  await expect(page.getByText('Historia guardada')).toBeVisible();
  await expect(page).toHaveURL(/\/record$/);
  await expectRecorded(page, 2);
  await stopRecording(page);

  await test.step('a recording that is discarded after the answer of its save was lost is shown as a story', async () => {
    await page.unroute(/stories\.create/);
    await page.route(/stories\.create/, async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    });
    await page.getByRole('textbox', { name: 'Título' }).fill('La dudosa');
    await saveButton(page).click();
    await expect(page.getByText('No se pudo guardar la historia').first()).toBeVisible();
    await page.getByRole('button', { name: 'Repetir' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar y repetir' }).click();
    await expect(page.getByText(/ya estaba guardada y sigue en tu perfil/)).toBeVisible();
    await leaveForProfile(page);
    await expect(storyCard(page, 'La dudosa')).toBeVisible();
    await expect(storyCard(page, 'La lenta')).toHaveCount(1);
  });
});

test('REL-15: the recorder continues to send automatically after a network that swallows all requests', async ({
  page,
}) => {
  const uploads = /\/upload(?:\/|$)/;
  const sent = new Set<Request>();
  page.on('request', (request) => uploads.test(request.url()) && sent.add(request));
  page.on('requestfailed', (request) => sent.delete(request));
  page.on('requestfinished', (request) => sent.delete(request));
  await page.clock.install();
  await page.route(uploads, () => new Promise<void>(() => undefined));
  await record(page);
  // The delivery waits up to a minute.
  await expect(async () => {
    await page.clock.fastForward(20_000);
    await expect(noNetwork(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.unroute(uploads);
  await expect(async () => {
    // The pending request must time out first.
    if (sent.size === 0) await page.clock.fastForward(60_000);
    await expect(noNetwork(page)).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await saveAs(page, 'La que esperó');
});

test('a recording that this browser has lost, or that another device made, is saved from the server', async ({
  page,
  database: { prisma },
}) => {
  const [id, other] = [
    await createInspectedRecording(page, opus),
    await createInspectedRecording(page, opus),
  ];
  const longAgo = new Date(Date.now() - 3_600_000);
  await prisma.recording.updateMany({
    where: { id: { in: [id, other] } },
    data: { inspectedAt: longAgo, createdAt: longAgo },
  });
  await page.goto('/profile');
  const items = page.getByRole('listitem').filter({ hasText: 'A salvo en Relato, aún sin guardar' });
  await expect(items).toHaveCount(2);
  await items.first().getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(storyCard(page, 'Historia sin título').getByText('Privada')).toBeVisible();
  await expect(items).toHaveCount(1);
  await items.getByRole('button', { name: /^Borrar/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click();
  await expect(items).toHaveCount(0);
  expect(await prisma.recording.count({ where: { id: { in: [id, other] } } })).toBe(1);
});

test('REL-36: a pending save ends with the text of a later refusal, and the recording can be downloaded, and deleted after a confirmation', async ({
  page,
}) => {
  // Replaces the upload by bytes that are no audio.
  await page.route(/\/upload\//, (route) =>
    route.request().method() === 'PATCH' && !route.request().headers()['upload-length']
      ? route.continue({ postData: Buffer.alloc(2_000) })
      : route.continue(),
  );
  const release = await holdCalls(page, 'recordings.status');
  await record(page);
  await page.getByRole('textbox', { name: 'Título' }).fill('La que no suena');
  await saveButton(page).click();
  release();
  const again = page.getByRole('main').getByRole('button', { name: 'Grabar de nuevo' });
  const download = page.getByRole('main').getByRole('link', { name: 'Descargar el audio' });
  await expect(page.getByText(/pero no se puede guardar/)).toBeVisible();
  await expect(saveButton(page)).toHaveCount(0);
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
