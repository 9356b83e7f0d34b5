import type { Page } from '@playwright/test';
import { expect, query, test, signInAsNewUser } from '../testing/fixtures.ts';
import {
  expectRecorded,
  recordButton,
  saveAs,
  saveButton,
  startRecording,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';
import { expectSameSound, hashRecorded, watchRecorder } from '../testing/recorded-sound.ts';

test.beforeEach(({ page }) => signInAsNewUser(page));

/** Events of the browser that the test fires. */
interface Levers {
  track?: EventTarget;
  recorder?: MediaRecorder | undefined;
}

/** Gives the test the microphone and the recorder of the page. */
async function holdLevers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const levers: Levers = {};
    Object.assign(window, { levers });
    // Firefox also runs this in the empty page, which is not a secure context.
    if (!isSecureContext) return;
    const { mediaDevices } = navigator;
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints);
      // Firefox does not deliver events that a script dispatches to a track.
      const track = new EventTarget();
      for (const real of stream.getAudioTracks()) real.addEventListener = track.addEventListener.bind(track);
      levers.track = track;
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

test('an unplugged microphone ends the recording and keeps it', async ({ page }) => {
  await holdLevers(page);
  await startRecording(page);
  await expectRecorded(page, 2);
  await pull(page, 'track', 'ended');
  await expect(
    page.getByText('El micrófono se desconectó. Lo que grabaste hasta ahí está a salvo.'),
  ).toBeVisible();
  await saveAs(page, 'Hasta el tirón');

  await test.step('and so does a recorder that stops by itself, also under the question whether to leave', async () => {
    await page.getByRole('navigation').getByRole('button', { name: 'Grabar' }).first().click();
    await recordButton(page).click();
    await expectRecorded(page, 1);
    await page.goBack();
    await expect(page.getByRole('dialog', { name: '¿Dejar de grabar?' })).toBeVisible();
    await pull(page, 'recorder', 'error');
    await expect(
      page.getByText('El navegador dejó de grabar. Lo que grabaste hasta ahí está a salvo.'),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/record$/u);
  });
});

/** Returns the shown time, in seconds. */
const readRecordedSeconds = async (page: Page): Promise<number> => {
  const shown =
    (await page
      .getByText(/^0:\d\d$/u)
      .first()
      .textContent()) ?? '';
  return Number(shown.slice(2));
};

test(
  'REL-17: recording and its clock pause with a notice while a call has the microphone, and continue afterwards',
  { tag: '@firefox-long' },
  async ({ page }) => {
    await watchRecorder(page);
    await holdLevers(page);
    await startRecording(page);
    await expectRecorded(page, 1);
    await pull(page, 'track', 'mute');
    const warning = page.getByText(
      'En pausa: otra aplicación tiene el micrófono. Seguimos en cuanto lo suelte.',
    );
    await expect(warning).toBeVisible();
    expect(await readRecorderState(page)).toBe('paused');
    const before = await readRecordedSeconds(page);
    const mutedAtMs = await page.evaluate(() => performance.now());
    await page.waitForFunction((sinceMs) => performance.now() > sinceMs + 1_200, mutedAtMs);
    expect(await readRecordedSeconds(page)).toBe(before);
    await pull(page, 'track', 'unmute');
    await expect(warning).toHaveCount(0);
    await expect(page.getByText('Seguimos grabando')).toBeVisible();
    expect(await readRecorderState(page)).toBe('recording');
    // It also continues while the page is hidden.
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expectRecorded(page, 3);
    await stopRecording(page);
    const recorded = await hashRecorded(page);
    await saveAs(page, 'Con una llamada');
    await expectSameSound('Con una llamada', recorded);
  },
);

test('a browser without storage records and saves, and a double tap counts once at each button', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('no', 'SecurityError');
      },
    });
  });
  await page.goto('/record');
  await recordButton(page).dblclick();
  await expect(page.getByText(/^No se está guardando en este dispositivo/)).toBeVisible();
  await expectRecorded(page, 2);
  await page.getByRole('button', { name: 'Detener' }).dblclick();
  await expect(page.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Título' }).fill('Una sola vez');
  await expect(saveButton(page)).toBeEnabled();
  await saveButton(page).dblclick();
  await expect(storyCard(page, 'Una sola vez')).toHaveCount(1);
  expect(await query(page, 'stories.mine', {})).toMatchObject({ items: [{ title: 'Una sola vez' }] });
});

test('two tabs record at once without touching each other', async ({ page, context }) => {
  const other = await context.newPage();
  await startRecording(page);
  await startRecording(other);
  await expectRecorded(page, 2);
  await expectRecorded(other, 2);
  await stopRecording(page);
  await stopRecording(other);
  // A recording that is open in one tab is not offered in another, which offers its own.
  await other.reload();
  await expect(other.getByText('Una grabación sin guardar')).toHaveCount(1);
  await other.getByRole('button', { name: 'Recuperar' }).click();
  await expect(other.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
  await saveAs(page, 'La primera');
  await saveAs(other, 'La segunda');
  await expect(storyCard(other, 'La primera')).toHaveCount(1);
});
