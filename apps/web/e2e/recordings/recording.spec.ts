import type { Page } from '@playwright/test';
import { expect, test, signInAsNewUser } from '../testing/fixtures.ts';
import {
  expectRecorded,
  pauseRecording,
  recordButton,
  saveAs,
  startRecording,
  stopRecording,
} from '../testing/recorder.ts';
import { expectNothingKept } from '../testing/recorded-sound.ts';

test.beforeEach(({ page }) => signInAsNewUser(page));

test('a first recording that loses the network ends in its review', async ({ page, context }) => {
  // No worker has stored the files yet.
  const review = page.waitForRequest(/\/assets\/review-/);
  await startRecording(page);
  await review;
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')).every(
      ({ href }) => performance.getEntriesByName(href).length > 0,
    ),
  );
  await context.setOffline(true);
  await expectRecorded(page, 1);
  await pauseRecording(page);
  await stopRecording(page);
});

const refusals = [
  ['NotAllowedError', 'Por favor, permite el acceso y intenta de nuevo.', 'permite el acceso'],
  ['NotFoundError', 'No encontramos ninguno en este dispositivo.', 'Conecta un micrófono'],
  ['NotReadableError', 'Otra aplicación lo está usando.', 'Termina la llamada'],
  ['AbortError', 'El dispositivo no llegó a abrirlo.', 'Toca otra vez'],
] as const;

/** Waits until an element is scaled beyond this value, in both axes or in one. */
const expectDrawn = (page: Page, transform: 'scale' | 'scaleY', above: number) =>
  page.waitForFunction(
    ([name, least]) =>
      Array.from(document.querySelectorAll<HTMLElement>('main [style]'), ({ style }) =>
        Number(new RegExp(`^${name}\\((.+)\\)$`).exec(style.transform)?.[1]),
      ).some((scale) => scale > least),
    [transform, above] as const,
  );

test('L24, L45-47, D02, D27: the recorder shows its times and keeps its rings still with reduced motion, the review shows its form, and a recording is offered again after a reload, then saved as private', async ({
  page,
}) => {
  await startRecording(page);
  await expectDrawn(page, 'scaleY', 0.3);
  await expect(page.locator('main [style*="scale("]')).toHaveCount(0);
  await expectRecorded(page, 2);
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
  await expect(main.getByRole('slider')).toHaveAttribute('step', '0.1');
  await expect(main.getByRole('button', { name: /^Reproducir/ })).toBeVisible();
  await expect(main.getByText('0:00', { exact: true })).toBeVisible();
  await expect(main.getByText(/^1×\s*0:(?:0[2-9]|[1-5]\d)$/)).toBeVisible();

  await page.reload();
  await expect(page.getByText('Una grabación sin guardar')).toBeVisible();
  // A double tap counts once.
  await page.getByRole('button', { name: 'Recuperar' }).dblclick();
  await expect(page.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
  // Counts at this moment, because a notice disappears by itself.
  expect(await page.getByText('No se pudo recuperar').count()).toBe(0);
  await saveAs(page, 'La recuperada');

  await expectNothingKept(page);
});

test.describe('with motion allowed', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('L268, L349-350, D27: each failure of the microphone is explained, and the level of the voice moves the rings and the wave', async ({
    page,
  }) => {
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
    await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
    await recordButton(page).click();
    await expectDrawn(page, 'scale', 1.03);
    await expectDrawn(page, 'scaleY', 0.3);
  });
});
