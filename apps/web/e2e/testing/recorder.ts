import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { toast, visit } from './people.ts';

/** Other screens have record buttons too, which lead to the recorder. */
export const recordButton = (page: Page) =>
  page.getByRole('main', { name: 'Grabar', exact: true }).getByRole('button', { name: 'Grabar' });
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Guardar mi historia' });

export const storyCard = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

/** Finds the drafts that this browser offers and that are not saved yet. */
export const keptRecordings = (page: Page) => page.locator('[data-draft]').filter({ hasNotText: 'Guardada' });

/** Opens the recorder and starts a recording. */
export async function startRecording(page: Page): Promise<void> {
  await visit(page, '/record');
  await recordButton(page).click();
  await expect(page.getByRole('heading', { name: 'Grabando tu historia...' })).toBeVisible();
}

/** Waits for at least so many recorded seconds, up to nine, because a slow machine may show more. */
export const expectRecorded = (page: Page, seconds: number) =>
  expect(page.getByText(new RegExp(`^0:(?:0[${seconds}-9]|[1-5]\\d)$`, 'u'))).toBeVisible();

/** Pauses the recording, and waits until the next tap counts. */
export async function pauseRecording(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pausar', exact: true }).click();
  await expect(page.getByText('Escucha lo que llevas')).toBeVisible();
  const pausedAtMs = await page.evaluate(() => performance.now());
  await page.waitForFunction((sinceMs) => performance.now() > sinceMs + 300, pausedAtMs);
}

export async function stopRecording(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Detener' }).click();
  await expect(page.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
}

/** Records some seconds and stops. */
export async function record(page: Page, seconds = 2): Promise<void> {
  await startRecording(page);
  await expectRecorded(page, seconds);
  await stopRecording(page);
}

/** Saves the recording. `more` is what the toast says besides that it is saved, and is looked for while it shows. */
export async function saveAs(page: Page, title: string, more = ''): Promise<void> {
  await page.getByRole('textbox', { name: 'Título' }).fill(title);
  await saveButton(page).click();
  await expect(toast(page, 'Historia guardada').filter({ hasText: more })).toBeVisible();
  // The address changes before the screen shows.
  await expect(storyCard(page, title)).toBeVisible();
}

/** Leaves through the menu at the top, because the recorder hides the bar while it works. */
export async function leaveForProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('link', { name: 'Mi Perfil' }).click();
}
