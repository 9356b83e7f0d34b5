import type { Page } from '@playwright/test';
import { expect, startSession } from '../fixtures.ts';
import { expectRecorded, leaveForProfile, pauseRecording } from '../recorder.ts';
import { closeSheet, main, sheet, visit, type See, type World } from './walk.ts';
import { patience } from '../slowness.ts';

/** Walks the recorder from idle to the review. */
export async function walkRecorder(page: Page, see: See, { teller }: Pick<World, 'teller'>): Promise<void> {
  await startSession(page, teller);
  await page.goto('/record');
  await expect(main(page).getByText('Listo para grabar')).toBeVisible();
  await see('record');
  await main(page).getByRole('button', { name: 'Grabar' }).click();
  await expectRecorded(page, 6);
  await see('recording');
  await pauseRecording(page);
  await see('recording-paused');
  await leaveForProfile(page);
  await expect(sheet(page)).toHaveAccessibleName('¿Dejar de grabar?');
  await see('leave-recording');
  await sheet(page).getByRole('button', { name: 'Seguir aquí' }).click();
  await main(page).getByRole('button', { name: 'Detener' }).click();
  await expect(main(page).getByText(/Grabación completada: \d:\d\d/)).toBeVisible();
  await expect(main(page)).toContainText('soy Lucía', { timeout: 60_000 * patience });
  await expect(main(page).getByText(/Procesando|Comprobando|El texto llegará/)).toHaveCount(0);
  await main(page).getByRole('button', { name: 'humor', exact: true }).click();
  await see('review');
  await main(page).getByRole('button', { name: 'Editar' }).click();
  await expect(page.getByLabel('Transcripción')).toBeEditable();
  await main(page).getByRole('button', { name: 'Agregar', exact: true }).click();
  await main(page).getByRole('button', { name: 'Agregar', exact: true }).click();
  await expect(main(page).getByText('Escribe la etiqueta antes de agregarla')).toBeVisible();
  await see('review-editing');
  await main(page)
    .getByRole('button', { name: /Repetir|Grabar de nuevo/ })
    .click();
  await expect(sheet(page)).toHaveAccessibleName('¿Grabar de nuevo?');
  await see('discard-recording');
  await closeSheet(page);
  await visit(page, '/profile');
  await expect(page.getByText('Grabaciones sin guardar')).toBeVisible();
  await see('own-profile-draft');
}
