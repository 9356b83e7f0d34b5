import type { Page } from '@playwright/test';
import { createAccount, expect, somebody, startSession, test } from '../testing/fixtures.ts';
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

test.beforeEach(async ({ page }) => {
  const person = somebody();
  await createAccount(page, person);
  await startSession(page, person);
});

/** What the browser would do by itself, at a moment that the test chooses. */
interface Levers {
  track?: MediaStreamTrack | undefined;
  recorder?: MediaRecorder | undefined;
}

/** Keeps hold of the microphone and the recorder of the page. */
async function holdLevers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const levers: Levers = {};
    Object.assign(window, { levers });
    const { mediaDevices } = navigator;
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints);
      [levers.track] = stream.getAudioTracks();
      return stream;
    };
    window.MediaRecorder = class extends MediaRecorder {
      constructor(stream: MediaStream, options?: MediaRecorderOptions) {
        super(stream, options);
        levers.recorder = this;
      }
    };
  });
}

const pull = (page: Page, lever: keyof Levers, event: string) =>
  page.evaluate(
    ([name, type]) => {
      const { levers } = window as unknown as { levers: Levers }; // put there by `holdLevers`
      levers[name]?.dispatchEvent(new Event(type));
    },
    [lever, event] as const,
  );

const readRecorderState = (page: Page) =>
  page.evaluate(() => {
    const { levers } = window as unknown as { levers: Levers }; // put there by `holdLevers`
    return levers.recorder?.state;
  });

test('keeps what there is when the microphone is unplugged', async ({ page }) => {
  await holdLevers(page);
  await startRecording(page);
  await expectRecorded(page, 2);
  await pull(page, 'track', 'ended');
  await expect(
    page.getByText('El micrófono se desconectó. Lo que grabaste hasta ahí está a salvo.'),
  ).toBeVisible();
  await saveAs(page, 'Hasta el tirón');
});

test('keeps what there is when the browser stops recording', async ({ page }) => {
  await holdLevers(page);
  await startRecording(page);
  await expectRecorded(page, 2);
  await pull(page, 'recorder', 'error');
  await expect(
    page.getByText('El navegador dejó de grabar. Lo que grabaste hasta ahí está a salvo.'),
  ).toBeVisible();
  await saveAs(page, 'Hasta el fallo');
});

test('waits, and says so, while a call has the microphone, and goes on after it', async ({ page }) => {
  await holdLevers(page);
  await startRecording(page);
  await expectRecorded(page, 1);
  await pull(page, 'track', 'mute');
  const warning = page.getByText(
    'En pausa: otra aplicación tiene el micrófono. Seguimos en cuanto lo suelte.',
  );
  await expect(warning).toBeVisible();
  expect(await readRecorderState(page)).toBe('paused');
  await pull(page, 'track', 'unmute');
  await expect(warning).toHaveCount(0);
  await expect(page.getByText('Seguimos grabando')).toBeVisible();
  expect(await readRecorderState(page)).toBe('recording');
  await expectRecorded(page, 3);
  await stopRecording(page);
  await saveAs(page, 'Con una llamada');
});

test('goes on recording while the page is hidden', async ({ page }) => {
  await startRecording(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expectRecorded(page, 2);
  await stopRecording(page);
});

test('warns when there is no room left, and brings the recording to the server all the same', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its store below
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function refuse(value, key) {
      if (this.name === 'chunks') throw new DOMException('full', 'QuotaExceededError');
      return put.call(this, value, key);
    };
  });
  await startRecording(page);
  await expect(page.getByText(/^No se está guardando en este dispositivo/)).toBeVisible();
  await expectRecorded(page, 2);
  await stopRecording(page);
  await leaveForProfile(page);
  await expect(page.getByText('Esta grabación aún no está guardada en ningún sitio')).toBeVisible();
  await page.getByRole('button', { name: 'Seguir aquí' }).click();
  await saveAs(page, 'Sin sitio');
  await expect(storyCard(page, 'Sin sitio')).toBeVisible();
});

test('records and saves in a browser without any storage', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('no', 'SecurityError');
      },
    });
  });
  await startRecording(page);
  await expect(page.getByText(/^No se está guardando en este dispositivo/)).toBeVisible();
  await expectRecorded(page, 2);
  await stopRecording(page);
  await saveAs(page, 'En una ventana privada');
  await expect(storyCard(page, 'En una ventana privada')).toBeVisible();
});

test('takes a double tap for one, at the beginning, at the end and when saving', async ({ page }) => {
  await page.goto('/record');
  await recordButton(page).dblclick();
  await expectRecorded(page, 2);
  await page.getByRole('button', { name: 'Detener' }).dblclick();
  await expect(page.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
  await page.getByLabel('Título').fill('Una sola vez');
  await expect(saveButton(page)).toBeEnabled({ timeout: 30_000 });
  await saveButton(page).dblclick();
  await expect(storyCard(page, 'Una sola vez')).toHaveCount(1);
  await page.reload();
  await expect(storyCard(page, 'Una sola vez')).toHaveCount(1);
});

test('records in two tabs at once, each for itself', async ({ page, context }) => {
  const other = await context.newPage();
  await startRecording(page);
  await startRecording(other);
  await expectRecorded(page, 2);
  await expectRecorded(other, 2);
  await stopRecording(page);
  await stopRecording(other);
  // What is open in one is not offered in the other.
  const third = await context.newPage();
  await third.goto('/record');
  await expect(recordButton(third)).toBeVisible();
  await expect(third.getByText('Una grabación sin guardar')).toHaveCount(0);
  await third.close();
  await saveAs(page, 'La primera');
  await saveAs(other, 'La segunda');
  await expect(storyCard(other, 'La primera')).toHaveCount(1);
  await expect(storyCard(other, 'La segunda')).toHaveCount(1);
});

test('L44: records again only when one means it, and from zero', { tag: '@firefox' }, async ({ page }) => {
  await record(page, 4);
  await page.getByLabel('Título').fill('La descartada');
  await page.getByRole('button', { name: 'Repetir' }).click();
  await page.getByRole('button', { name: 'Conservar' }).click();
  await expect(page.getByLabel('Título')).toHaveValue('La descartada');
  await page.getByRole('button', { name: 'Repetir' }).click();
  await page.getByRole('button', { name: 'Borrar y repetir' }).click();
  await expect(page.getByText('Listo para grabar')).toBeVisible();
  await recordButton(page).click();
  await expect(page.getByText(/^0:0[0-3]$/)).toBeVisible();
  await expectRecorded(page, 2);
  await stopRecording(page);
  await expect(page.getByLabel('Título')).toHaveValue('');
  await page.goto('/record');
  await expect(page.getByText('Una grabación sin guardar')).toHaveCount(1);
});
