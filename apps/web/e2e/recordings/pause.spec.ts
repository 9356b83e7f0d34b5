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
  'a pause is no part of the recording, which is one file without a gap',
  { tag: '@firefox' },
  async ({ page }) => {
    await startRecording(page);
    await expectRecorded(page, 2);
    await pauseRecording(page);
    await expect(page.getByRole('heading', { name: 'En pausa' })).toBeVisible();
    const recorded = (await page.locator('dd').first().textContent()) ?? '';
    // The pause lasts as long as playing the whole recording takes.
    const listen = page.getByRole('button', { name: 'Reproducir: Lo que llevas grabado' });
    await listen.click();
    await expect(page.getByText(new RegExp(`^0:(?:0[1-9]|[1-5]\\d) / ${recorded}$`))).toBeVisible();
    await expect(listen).toBeVisible();
    await expect(page.locator('dd').first()).toHaveText(recorded);
    await page.getByRole('button', { name: 'Seguir grabando' }).click();
    await expect(page.getByRole('heading', { name: 'Grabando tu historia...' })).toBeVisible();
    await expectRecorded(page, 4);
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

test('the end of the time shows, and is announced and felt once at each mark', async ({ page }) => {
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
  // The clock stops a minute later, and then advances only with the test.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  const recorded = page.locator('dd').first();
  await expect(recorded).toHaveText(/^1:\d\d$/);
  const recordedMs = 60_000 + 1_000 * Number((await recorded.textContent())?.slice(2));
  await expect(page.getByText(/^Te quedan/)).toHaveCount(0);
  await page.clock.fastForward(272_000 - recordedMs);
  await expect(announced('Te quedan 30 segundos. Ve cerrando con calma.')).toHaveCount(1);
  await expect(page.getByText(/^Te quedan 2\d segundos/)).toBeVisible();
  await expect.poll(countFelt).toBe(1);
  await page.clock.fastForward(20_000);
  await expect(announced('Te quedan 10 segundos. Ve cerrando con calma.')).toHaveCount(1);
  await expect.poll(countFelt).toBe(2);
});
