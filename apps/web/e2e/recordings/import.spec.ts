import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, signInAsNewUser, test } from '../testing/fixtures.ts';
import { recordButton, saveAs } from '../testing/recorder.ts';

const video = fileURLToPath(
  new URL('../../../../packages/testing/fixtures/audio/formats/video.mp4', import.meta.url),
);

async function choose(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'o elige un audio' }).click(),
  ]);
  await chooser.setFiles(file);
}

test('the sound of a video becomes a story, and a file that cannot be imported is refused and leaves nothing behind', async ({
  page,
}) => {
  await signInAsNewUser(page);
  await page.goto('/record');
  for (const [name, mimeType, bytes, text] of [
    ['recibo.pdf', 'application/pdf', 2_000, 'No reconocimos este archivo como audio.'],
    ['enorme.wav', 'audio/wav', 17_000_000, 'La grabación pesa más de 16 MB.'],
  ] as const) {
    await choose(page, { name, mimeType, buffer: Buffer.alloc(bytes) });
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expect(recordButton(page)).toBeVisible();
  await choose(page, video);
  // The duration shows before the upload ends.
  await expect(page.getByText('Grabación completada: 0:02')).toBeVisible();
  await saveAs(page, 'La fiesta');
  await expect(page.getByText('Grabaciones sin guardar')).toHaveCount(0);
});

test('the recording of a file that cannot be opened is offered again', async ({ page }) => {
  await signInAsNewUser(page);
  await page.goto('/record');
  // As if another tab had opened the recording.
  await page.evaluate(() =>
    Reflect.set(
      navigator.locks,
      'request',
      async (_name: string, _options: LockOptions, run: (lock: null) => unknown) => run(null),
    ),
  );
  await choose(page, video);
  await expect(page.getByText('No se pudo abrir el audio')).toBeVisible();
  await page.evaluate(() => Reflect.deleteProperty(navigator.locks, 'request'));
  await page.getByRole('button', { name: 'Recuperar' }).click();
  await expect(page.getByText('Grabación completada: 0:02')).toBeVisible();
});

test('a file that is chosen while the microphone opens is kept for later, and offered when the recorder rests', async ({
  page,
}) => {
  await signInAsNewUser(page);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      new Promise((_resolve, refuse) => {
        const deny = () => refuse(new DOMException('no', 'NotAllowedError'));
        window.addEventListener('deny', deny, { once: true });
      });
  });
  await page.goto('/record');
  await recordButton(page).click();
  await expect(page.getByText('Permite el micrófono')).toBeVisible();
  await choose(page, video);
  await expect(page.getByText('No se pudo abrir el audio')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('deny')));
  await expect(page.getByText('Toca para grabar')).toBeVisible();
  await page.getByRole('button', { name: 'Recuperar' }).click();
  await expect(page.getByText('Grabación completada: 0:02')).toBeVisible();
});
