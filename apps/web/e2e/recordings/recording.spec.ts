import type { Page } from '@playwright/test';
import { hold } from '../testing/changed-answers.ts';
import { expect, test, signInAsNewUser, watchParts } from '../testing/fixtures.ts';
import {
  expectRecorded,
  record,
  recordButton,
  saveAs,
  saveButton,
  startRecording,
  stopRecording,
} from '../testing/recorder.ts';
import { expectSameSound, expectStored, hashDrafts, swallowUploads } from '../testing/recorded-sound.ts';

test.beforeEach(({ page }) => signInAsNewUser(page));

test('L24: a recording is offered again after a reload, and saved', { tag: '@firefox' }, async ({ page }) => {
  await record(page);
  await page.reload();
  await expect(page.getByText('Una grabación sin guardar')).toBeVisible();
  await page.getByRole('button', { name: 'Recuperar' }).click();
  await expect(page.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
  await saveAs(page, 'La recuperada');
  await page.goto('/record');
  await expect(recordButton(page)).toBeVisible();
  await expect(page.getByText('Una grabación sin guardar')).toHaveCount(0);
});

test('a press on record shows at once while the session is on its way, and leads nowhere later', async ({
  page,
}) => {
  await page.context().clearCookies();
  const answer = await hold(page, 'account.session');
  await page.goto('/search');
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Grabar/ })
    .click();
  await expect(page).toHaveURL(/\/record$/);
  await recordButton(page).click();
  await expect(recordButton(page)).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(recordButton(page)).toHaveAttribute('aria-busy', 'false');
});

test('REL-16: a tab that is closed while it records loses nothing', { tag: '@firefox' }, async ({ page }) => {
  // Or the server may get what is not stored here yet, and have more than is compared.
  await page.addInitScript(swallowUploads);
  await startRecording(page);
  await expectStored(page, 2_000);
  // As when the browser is killed: without dialogs and events.
  await page.close({ runBeforeUnload: false });
  const next = await page.context().newPage();
  await next.goto('/record');
  const kept = await hashDrafts(next);
  await next.getByRole('button', { name: 'Recuperar' }).click();
  await expect(next.getByText(/Grabación completada: 0:(?:0[2-9]|[1-5]\d)/)).toBeVisible();
  await saveAs(next, 'La rescatada');
  await expectSameSound('La rescatada', kept);
});

test(
  'without a network the review says what is safe, and goes on when the network is back',
  { tag: '@firefox' },
  async ({ page }) => {
    const loading = watchParts(page);
    await startRecording(page);
    await expectRecorded(page, 2);
    // Waits for the part that loads during a recording.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/review-')),
    );
    // They come with the parts that they import.
    await expect.poll(() => loading.size).toBe(0);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Detener' }).click();
    await expect(
      page.getByText('No hay conexión. Tu grabación sigue a salvo en este dispositivo.'),
    ).toBeVisible({
      timeout: 40_000,
    });
    await page.context().setOffline(false);
    // The page hears of the network a moment later; until then it would queue the recording.
    await expect(page.getByText(/^Sin conexión\./)).toBeHidden();
    await saveAs(page, 'Desde el túnel');
  },
);

test('L268, L349-350: a denied microphone is explained', { tag: '@firefox' }, async ({ page }) => {
  await page.addInitScript(() => {
    // Firefox also runs this in the empty page, which is not a secure context.
    if (!isSecureContext) return;
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await page.goto('/record');
  await recordButton(page).click();
  const alert = page.getByRole('region', { name: 'Avisos' }).locator('[aria-live=assertive]');
  await expect(
    alert.getByText('Error al acceder al micrófono. Por favor, permite el acceso y intenta de nuevo.'),
  ).toBeVisible();
});

const refusals = [
  ['NotFoundError', 'No encontramos ninguno en este dispositivo.', 'Conecta un micrófono'],
  ['NotReadableError', 'Otra aplicación lo está usando.', 'Termina la llamada'],
  ['AbortError', 'El dispositivo no llegó a abrirlo.', 'Toca otra vez'],
] as const;

test('L349-350: other failures of the microphone are explained', async ({ page }) => {
  await page.goto('/record');
  for (const [name, text, hint] of refusals) {
    await page.evaluate((error) => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('no', error);
      };
    }, name);
    await recordButton(page).click();
    await expect(page.getByText(`Error al acceder al micrófono. ${text}`)).toBeVisible();
    await expect(page.getByText(hint)).toBeVisible();
  }
});

test('D02: the audio of a private story is served to its owner only', async ({ page, browser }) => {
  await record(page);
  await saveAs(page, 'Solo para mí');
  const asked = page.waitForRequest(/\/audio\//);
  await page
    .getByRole('article')
    .getByRole('button', { name: /Reproducir/ })
    .click();
  const audioUrl = (await asked).url();
  expect((await page.request.get(audioUrl)).status()).toBe(200);
  const stranger = await browser.newContext();
  for (const method of ['GET', 'HEAD']) {
    const answer = await stranger.request.fetch(audioUrl, { method, headers: { range: 'bytes=0-9' } });
    expect(answer.status()).toBe(404);
  }
  await stranger.close();
});

test('L45-47: the recorder shows its times, and the review its form and player', async ({ page }) => {
  await startRecording(page);
  await expectRecorded(page, 3);
  const main = page.getByRole('main');
  await expect(main.getByText('Tiempo grabado')).toBeVisible();
  await expect(main.getByText('Tiempo restante')).toBeVisible();
  await expect(main.getByText(/^4:[0-5]\d$/)).toBeVisible();
  const progress = main.getByRole('progressbar', { name: 'Tiempo grabado' });
  await expect(progress).toHaveAttribute('aria-valuetext', /^[1-9]\s%/);
  expect(Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  await stopRecording(page);
  await expect(page.getByRole('textbox', { name: 'Título' })).toHaveAttribute(
    'placeholder',
    'Ponle un título a tu historia',
  );
  await page.getByRole('button', { name: 'Editar' }).click();
  await expect(page.getByLabel('Transcripción')).toHaveAttribute('rows', '6');
  const seek = main.getByRole('slider');
  await expect(seek).toHaveAttribute('step', '0.1');
  await expect(main.getByRole('button', { name: /^Reproducir/ })).toBeVisible();
  await expect(main.getByText('0:00', { exact: true })).toBeVisible();
  await expect(main.getByText(/^1×\s*0:(?:0[3-9]|[1-5]\d)$/)).toBeVisible();
});

/** Waits until an element is scaled above this, in both axes or in one. */
const expectDrawn = (page: Page, transform: 'scale' | 'scaleY', above: number) =>
  page.waitForFunction(
    ([name, least]) =>
      Array.from(document.querySelectorAll<HTMLElement>('main [style]'), ({ style }) =>
        Number(new RegExp(`^${name}\\((.+)\\)$`).exec(style.transform)?.[1]),
      ).some((scale) => scale > least),
    [transform, above] as const,
  );

test.describe('with motion allowed', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('D27: the level of the voice moves the rings and the wave', async ({ page }) => {
    await startRecording(page);
    await expectDrawn(page, 'scale', 1.03);
    await expectDrawn(page, 'scaleY', 0.3);
  });
});

test('D27: the rings stand still with reduced motion', async ({ page }) => {
  await startRecording(page);
  await expectDrawn(page, 'scaleY', 0.3);
  await expect(page.locator('main [style*="scale("]')).toHaveCount(0);
});

test('L368-369: a story that cannot be saved stays in the review with a notice', async ({ page }) => {
  await record(page);
  await page.getByRole('textbox', { name: 'Título' }).fill('La que no se guardó');
  await page.route(/\/trpc\/stories\.create/, (route) => route.abort('internetdisconnected'));
  await saveButton(page).click();
  await expect(page.getByText('No se pudo guardar la historia').first()).toBeVisible();
  await page.unroute(/\/trpc\/stories\.create/);
  await saveButton(page).click();
  await expect(page.getByText('Historia guardada')).toBeVisible();
});

const types: readonly string[] = ['audio/mp4', 'audio/webm;codecs=opus', 'audio/webm'];
for (const [index, type] of types.entries()) {
  test(`L402: the recorder captures with echo cancellation and noise suppression at 44,100 Hz, as ${type} where that comes first`, async ({
    page,
  }) => {
    await page.addInitScript((supported) => {
      const heard: unknown[] = [];
      Reflect.set(window, 'heard', heard);
      const { mediaDevices } = navigator;
      const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        heard.push(constraints?.audio);
        return getUserMedia(constraints);
      };
      MediaRecorder.isTypeSupported = (wanted) => supported.includes(wanted);
      window.MediaRecorder = new Proxy(MediaRecorder, {
        construct: (target, args: [MediaStream, MediaRecorderOptions]) => {
          heard.push(args[1].mimeType);
          return Reflect.construct(target, args);
        },
      });
    }, types.slice(index));
    await startRecording(page);
    expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([
      { echoCancellation: true, noiseSuppression: true, sampleRate: 44_100 },
      type,
    ]);
  });
}
