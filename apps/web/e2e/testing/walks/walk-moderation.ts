import type { Page } from '@playwright/test';
import { call, createAccount, expect, newUser, signInAsNewUser, startSession } from '../fixtures.ts';
import { uploadStory } from '../server/upload-story.ts';
import { closeSheet, main, sheet, visit, type See } from './walk.ts';

/** Walks the moderator's screen and the notices that its decisions send. */
export async function walkModeration(page: Page, see: See): Promise<void> {
  const author = await signInAsNewUser(page);
  const moderator = newUser();
  const title = 'El mapa del tesoro que venden en mi puesto';
  const storyId = await uploadStory(page, { title });
  await createAccount(moderator, 'moderator');
  await startSession(page, moderator);
  await call(page, 'reports.create', { storyId, reason: 'spam' });
  await page.goto('/moderacion');
  const item = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title }) });
  await item.getByRole('button', { name: title }).first().click();
  const reported = page.getByRole('region', { name: title }).or(item).last();
  await reported.getByRole('button', { name: 'Revisar' }).click();
  await expect(reported.getByRole('button', { name: 'Ocultar' })).toBeVisible();
  await expect(reported.getByText('Sin comentarios')).toBeVisible();
  await see('moderation');
  await reported.getByRole('button', { name: 'Ocultar' }).click();
  await expect(sheet(page)).toBeVisible();
  await see('moderation-decision');
  await closeSheet(page);
  await page.keyboard.press('?');
  await expect(sheet(page)).toHaveAccessibleName('Atajos de teclado');
  await see('moderation-keys');
  await closeSheet(page);
  for (const [tab, name] of moderatorsTabs) {
    await main(page).getByRole('button', { name: tab, exact: true }).click();
    await expect(main(page).getByLabel('Cargando', { exact: true })).toHaveCount(0);
    await see(name);
  }
  await call(page, 'reports.resolve', { storyId, story: 'hide', note: 'Spam o publicidad' });
  await startSession(page, author);
  await page.goto('/profile');
  await expect(page.getByText('Oculta por moderación')).toBeVisible();
  await see('own-profile-hidden');
  await page.getByRole('link', { name: 'Ver aviso y apelar' }).click();
  await page.getByRole('button', { name: 'Apelar', exact: true }).click();
  await page.getByRole('button', { name: 'Enviar apelación' }).click();
  await expect(page.getByText('Escribe por qué no estás de acuerdo')).toBeVisible();
  await see('notices');
  await visit(page, '/apelar#token=medio');
  await page.getByRole('button', { name: 'Ver el motivo' }).click();
  await expect(page.getByText('Este enlace no es válido. Cópialo entero o pide otro.')).toBeVisible();
  await see('appeal-page');
}

const moderatorsTabs = [
  ['Apelaciones', 'moderation-appeals'],
  ['Personas', 'moderation-people'],
  ['Registro', 'moderation-log'],
] as const;
