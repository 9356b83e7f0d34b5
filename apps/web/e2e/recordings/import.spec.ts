import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, signInAsNewUser, test } from '../testing/fixtures.ts';
import { recordButton, saveAs } from '../testing/recorder.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../../packages/testing/fixtures/audio/${name}`, import.meta.url));

test.beforeEach(async ({ page }) => {
  await signInAsNewUser(page);
  await page.goto('/record');
});

async function choose(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'o elige un audio' }).click(),
  ]);
  await chooser.setFiles(file);
}

test('a voice memo becomes a story by the same inspection', async ({ page }) => {
  await choose(page, fixture('speech.wav'));
  await expect(page.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
  await saveAs(page, 'La nota de voz');
});

test('the sound of a video becomes a story, and its length is told before it is sent', async ({ page }) => {
  await choose(page, fixture('formats/video.mp4'));
  await expect(page.getByText('Grabación completada: 0:02')).toBeVisible();
  await saveAs(page, 'La fiesta');
});

/** Six minutes of silence. */
function toLongWav(): Buffer {
  const [rate, seconds] = [8_000, 360];
  const wav = Buffer.alloc(44 + rate * seconds * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(wav.length - 44, 40);
  return wav;
}

const refused = [
  ['vacio.wav', 'audio/wav', Buffer.alloc(0), 'La grabación está vacía'],
  ['recibo.pdf', 'application/pdf', Buffer.alloc(2_000), 'No reconocimos este archivo como audio.'],
  ['enorme.wav', 'audio/wav', Buffer.alloc(17_000_000), 'La grabación pesa más de 16 MB.'],
  ['largo.wav', 'audio/wav', toLongWav(), 'La grabación dura más de 5 minutos.'],
] as const;

test('a file that cannot be taken is refused in clear words, and leaves nothing', async ({ page }) => {
  for (const [name, mimeType, buffer, text] of refused) {
    await choose(page, { name, mimeType, buffer });
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expect(recordButton(page)).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('Aún no tienes historias')).toBeVisible();
  await expect(page.getByText('Grabaciones sin guardar')).toHaveCount(0);
});
