import { createAccount, expect, somebody, startSession, test } from './fixtures.ts';
import { expectRecorded, record, recordButton, saveAs, startRecording } from './recorder.ts';

test.beforeEach(async ({ page }) => {
  const person = somebody();
  await createAccount(page, person);
  await startSession(page, person);
});

test('offers a recording again after a reload, and saves it', { tag: '@firefox' }, async ({ page }) => {
  await record(page);
  await page.reload();
  await expect(page.getByText('Una grabación sin guardar')).toBeVisible();
  await page.getByRole('button', { name: 'Recuperar' }).click();
  await expect(page.getByText(/Grabación completada: 0:0\d/)).toBeVisible();
  await saveAs(page, 'La recuperada');
  await page.goto('/record');
  await expect(recordButton(page)).toBeVisible();
  await expect(page.getByText('Una grabación sin guardar')).toHaveCount(0);
});

test('loses nothing when a tab goes away while it records', { tag: '@firefox' }, async ({ page }) => {
  await startRecording(page);
  await expectRecorded(page, 3);
  // As when the browser is killed: no question is asked, nothing is said goodbye to.
  await page.close({ runBeforeUnload: false });
  const next = await page.context().newPage();
  await next.goto('/record');
  await next.getByRole('button', { name: 'Recuperar' }).click();
  await expect(next.getByText(/Grabación completada: 0:(?:0[2-9]|\d\d)/)).toBeVisible();
  await saveAs(next, 'La rescatada');
});

test(
  'says what is safe while there is no network, and goes on when there is',
  { tag: '@firefox' },
  async ({ page }) => {
    await startRecording(page);
    await expectRecorded(page, 2);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Detener' }).click();
    await expect(page.getByText('No hay conexión. Tu grabación sigue a salvo en este teléfono.')).toBeVisible(
      {
        timeout: 40_000,
      },
    );
    await page.context().setOffline(false);
    const retry = page.getByRole('button', { name: 'Reintentar', exact: true });
    if (await retry.isVisible()) await retry.click();
    await saveAs(page, 'Desde el túnel');
  },
);

test('explains what to do when the microphone is refused', { tag: '@firefox' }, async ({ page }) => {
  await page.addInitScript(() => {
    // Firefox runs this in the empty page as well, which is no secure context.
    if (!isSecureContext) return;
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await page.goto('/record');
  await recordButton(page).click();
  await expect(
    page.getByText('Error al acceder al micrófono. Por favor, permite el acceso y intenta de nuevo.').first(),
  ).toBeVisible();
});

test("keeps a private story's sound from everybody else", { tag: '@firefox' }, async ({ page, browser }) => {
  await record(page);
  await saveAs(page, 'Solo para mí');
  await page.goto('/profile');
  await page
    .getByRole('article')
    .getByRole('button', { name: /Reproducir/ })
    .click();
  await expect(page.getByRole('article').getByRole('button', { name: /Pausar/ })).toBeVisible();
  const audioUrl = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => name.includes('/audio/')) ?? '',
  );
  expect((await page.request.get(audioUrl)).status()).toBe(200);
  const stranger = await browser.newContext();
  for (const method of ['GET', 'HEAD']) {
    const answer = await stranger.request.fetch(audioUrl, { method, headers: { range: 'bytes=0-9' } });
    expect(answer.status()).toBe(404);
  }
  await stranger.close();
});
