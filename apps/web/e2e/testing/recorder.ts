import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const recordButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Grabar' });
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Guardar mi historia' });

export const storyCard = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

/** From the recorder's first screen to a recording that goes on. */
export async function startRecording(page: Page): Promise<void> {
  await page.goto('/record');
  await recordButton(page).click();
  await expect(page.getByRole('heading', { name: 'Grabando tu historia...' })).toBeVisible();
}

/** At least so many seconds, of nine: nobody looks at the right moment on a slow machine. */
export const expectRecorded = (page: Page, seconds: number) =>
  expect(page.getByText(new RegExp(`^0:(?:0[${seconds}-9]|[1-5]\\d)$`, 'u'))).toBeVisible();

export async function stopRecording(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Detener' }).click();
  await expect(page.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
}

/** Some seconds, ended by the person. */
export async function record(page: Page, seconds = 2): Promise<void> {
  await startRecording(page);
  await expectRecorded(page, seconds);
  await stopRecording(page);
}

export async function saveAs(page: Page, title: string): Promise<void> {
  await page.getByLabel('Título').fill(title);
  await saveButton(page).click({ timeout: 30_000 });
  await expect(page.getByText('Historia guardada')).toBeVisible();
  // Where one is led, its address comes before its page.
  await expect(storyCard(page, title)).toBeVisible();
}

/** The recorder has no bar while it works: the way out is the menu at the top. */
export async function leaveForProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('link', { name: 'Mi Perfil' }).click();
}
