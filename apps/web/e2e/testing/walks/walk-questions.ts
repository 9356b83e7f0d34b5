import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { call, signInAsNewUser } from '../fixtures.ts';
import { closeSheet, main, sheet, visit, type See } from './walk.ts';

/** Walks the screens of asking for a story, its link, and the screen behind the link. */
export async function walkQuestions(page: Page, see: See): Promise<void> {
  await signInAsNewUser(page);
  await page.goto('/pide');
  await expect(main(page).getByText('Aún no pediste ninguna historia.')).toBeVisible();
  await see('questions-empty');
  await main(page).getByRole('button', { name: 'Cuéntame del día en que nací' }).click();
  await main(page).getByRole('button', { name: 'Crear enlace' }).click();
  await expect(sheet(page)).toHaveAccessibleName('Tu enlace está listo');
  await see('question-link');
  await closeSheet(page);
  await expect(main(page).getByRole('link', { name: /Cuéntame del día/ })).toBeVisible();
  await see('questions');
  await main(page)
    .getByRole('button', { name: /^Anular enlace/ })
    .click();
  await expect(sheet(page)).toHaveAccessibleName('¿Anular este enlace?');
  await see('question-withdraw');
  await closeSheet(page);
  await main(page)
    .getByRole('link', { name: /Cuéntame del día/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Aún no hay respuestas' })).toBeVisible();
  await see('answers-empty');

  const asked = { id: randomUUID(), text: '¿Cómo era la casa donde creciste?', isOnce: true };
  const { url } = await call<{ readonly url: string }>(page, 'questions.create', asked);
  await signInAsNewUser(page);
  await page.goto(url);
  await expect(main(page).getByRole('heading', { name: asked.text })).toBeVisible();
  await see('record-asked');
  await main(page).getByRole('button', { name: 'Contar otra cosa' }).click();
  await visit(page, '/cuentame#token=nada');
  await expect(main(page).getByText('Este enlace no es válido.')).toBeVisible();
  await see('question-closed');
}
