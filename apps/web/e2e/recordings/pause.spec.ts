import { expect, test, signInAsNewUser } from '../testing/fixtures.ts';
import {
  expectRecorded,
  pauseRecording,
  saveAs,
  startRecording,
  stopRecording,
} from '../testing/recorder.ts';
import { expectSameSound, hashDrafts } from '../testing/recorded-sound.ts';

test.beforeEach(({ page }) => signInAsNewUser(page));

test(
  'a pause is no part of the recording: one file, with the sound and the duration of what was recorded',
  { tag: '@firefox' },
  async ({ page }) => {
    await startRecording(page);
    await expectRecorded(page, 2);
    await pauseRecording(page);
    await expect(page.getByRole('heading', { name: 'En pausa' })).toBeVisible();
    // It lasts as long as it takes to listen to all of it.
    const listen = page.getByRole('button', { name: 'Reproducir: Lo que llevas grabado' });
    await listen.click();
    await expect(page.getByRole('button', { name: 'Pausar: Lo que llevas grabado' })).toBeVisible();
    await expect(listen).toBeVisible();
    await expect(page.getByText(/^0:0[23]$/)).toBeVisible();
    await page.getByRole('button', { name: 'Seguir grabando' }).click();
    await expect(page.getByRole('heading', { name: 'Grabando tu historia...' })).toBeVisible();
    await expectRecorded(page, 5);
    await stopRecording(page);
    const shown = (await page.getByText(/Grabación completada: 0:\d\d/).textContent()) ?? '';
    const shownMs = Number(/0:(\d\d)/.exec(shown)?.[1]) * 1000;
    const kept = await hashDrafts(page);
    await saveAs(page, 'Con un respiro');

    const durationMs = await expectSameSound('Con un respiro', kept);
    // Measured by decoding. A counted pause would add two seconds.
    expect(Math.abs(durationMs - shownMs)).toBeLessThan(1_500);
  },
);

test('a tab that is closed in a pause loses nothing', { tag: '@firefox' }, async ({ page }) => {
  await startRecording(page);
  await expectRecorded(page, 3);
  await pauseRecording(page);
  await page.close({ runBeforeUnload: false });
  const next = await page.context().newPage();
  await next.goto('/record');
  await next.getByRole('button', { name: 'Recuperar' }).click();
  await expect(next.getByText(/Grabación completada: 0:(?:0[2-9]|[1-5]\d)/)).toBeVisible();
  await saveAs(next, 'La que esperaba');
});

test('the end of the time is seen, announced and felt once at each mark', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => felt.push(pattern) > 0;
  });
  const countFelt = () => page.evaluate(() => (Reflect.get(window, 'felt') as unknown[]).length);
  const announced = (text: string) => page.locator('[aria-live=polite]').filter({ hasText: text });
  await startRecording(page);
  await expectRecorded(page, 1);
  await expect(page.getByText(/^Te quedan/)).toHaveCount(0);
  await page.clock.fastForward(270_000);
  await expect(announced('Te quedan 30 segundos. Ve cerrando con calma.')).toHaveCount(1);
  await expect(page.getByText(/^Te quedan 2\d segundos/)).toBeVisible();
  expect(await countFelt()).toBe(1);
  await page.clock.fastForward(20_000);
  await expect(announced('Te quedan 10 segundos. Ve cerrando con calma.')).toHaveCount(1);
  expect(await countFelt()).toBe(2);
});
