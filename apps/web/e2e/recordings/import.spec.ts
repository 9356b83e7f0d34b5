import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, signInAsNewUser, test } from '../testing/fixtures.ts';
import { visit } from '../testing/people.ts';
import { leaveForProfile, recordButton, saveAs } from '../testing/recorder.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../../packages/testing/fixtures/audio/formats/${name}`, import.meta.url));
const video = fixture('video.mp4');

async function choose(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'o elige un audio' }).click(),
  ]);
  await chooser.setFiles(file);
}

test('the sound of a video becomes a story, a file that cannot be imported is refused and leaves nothing behind, and the recording of one that cannot be opened is offered again', async ({
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

  await visit(page, '/record');
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

test('a recording that is decoded too late for its screen is not played, and leaves no sound in memory', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its context below
    const { decodeAudioData } = BaseAudioContext.prototype;
    const decoding = new Promise((resolve) => window.addEventListener('decode', resolve, { once: true }));
    BaseAudioContext.prototype.decodeAudioData = async function wait(...options) {
      await decoding;
      return decodeAudioData.apply(this, options);
    };
    let made = 0;
    const held = new Set<string>();
    Object.assign(window, { readSounds: () => [made, held.size] });
    const create = URL.createObjectURL.bind(URL);
    const revoke = URL.revokeObjectURL.bind(URL);
    URL.createObjectURL = (sound) => {
      const address = create(sound);
      made += 1;
      held.add(address);
      return address;
    };
    URL.revokeObjectURL = (address) => {
      held.delete(address);
      revoke(address);
    };
  });
  const readSounds = () => page.evaluate(() => Reflect.get(window, 'readSounds')());
  await signInAsNewUser(page);
  await page.goto('/record');
  await choose(page, {
    name: 'memo.m4a',
    mimeType: 'audio/mp4',
    buffer: await readFile(fixture('cover.m4a')),
  });
  await expect(page.getByText(/Grabación completada/)).toBeVisible();
  await leaveForProfile(page);
  await page.getByRole('button', { name: /^Escuchar: Sin título/ }).dblclick();
  await page.getByRole('navigation').getByRole('button', { name: 'Grabar' }).first().click();
  await expect(recordButton(page)).toBeVisible();
  const [before] = await readSounds();
  await page.evaluate(() => window.dispatchEvent(new Event('decode')));
  // The sounds of the review and of the list.
  await expect.poll(readSounds).toEqual([before + 2, 0]);
});
