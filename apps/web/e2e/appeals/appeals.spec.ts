import type { Page } from '@playwright/test';
import { holdCalls } from '../testing/changed-answers.ts';
import { call, expect, query, signIn, test } from '../testing/fixtures.ts';
import { caseOf, signInWithRole, toast } from '../testing/people.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

test('L287: a reported story is hidden, appealed for and restored', async ({ page, browser }) => {
  const author = await signInWithRole(browser);
  const moderator = await signInWithRole(browser, 'moderator');
  const colleague = await signInWithRole(browser, 'moderator');
  const title = `El faro de ${author.person.username}`;
  const id = await uploadStory(author.page, { title });

  await page.goto(`/search?story=${id}`);
  await page.getByRole('button', { name: 'Reportar' }).click();
  await page.getByRole('dialog').getByText('Spam', { exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reportar' }).click();
  await expect(toast(page, 'Reporte enviado')).toBeVisible();
  expect((await page.request.get(`/audio/${id}`)).status()).toBe(200);

  const staff = moderator.page;
  await staff.goto('/moderacion');
  const reported = caseOf(staff, title);
  await expect(reported.getByText('1 reporte')).toBeVisible();
  await reported.getByRole('button', { name: title }).click();
  await expect(reported.getByRole('button', { name: 'Reproducir' })).toBeVisible();
  await reported.getByRole('button', { name: 'Revisar' }).click();
  await reported.getByRole('button', { name: 'Ocultar' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Spam o publicidad' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(staff, 'Decisión guardada')).toBeVisible();
  await expect(reported).toHaveCount(0);

  // A listener who has played it before cannot replay it.
  expect((await page.request.get(`/audio/${id}`)).status()).toBe(404);
  expect((await page.request.get(`/audio/${id}`, { headers: { range: 'bytes=0-9' } })).status()).toBe(404);

  const told = author.page;
  await told.goto('/profile');
  await expect(told.getByText('Oculta por moderación')).toBeVisible();
  await expect(told.getByText('Spam o publicidad')).toBeVisible();
  await expect(told.getByRole('link', { name: 'Avisos, 1 sin leer' })).toBeVisible();
  await told.getByRole('link', { name: 'Ver aviso y apelar' }).click();
  const notice = told.getByRole('listitem').filter({ hasText: 'Tu historia está oculta' });
  await expect(notice.getByText('Norma: «Sin spam».')).toBeVisible();
  await notice.getByRole('button', { name: 'Apelar' }).click();
  await notice.getByRole('button', { name: 'Enviar apelación' }).click();
  await expect(notice.getByText('Escribe por qué no estás de acuerdo')).toBeVisible();
  const words = notice.getByLabel('¿Por qué no estás de acuerdo?');
  await words.fill('Es un recuerdo de mi abuela.');
  // Opening the story, or the end of the session elsewhere, loses none of the text.
  await notice.getByRole('link', { name: 'Ver la historia' }).click();
  await expect(words).toHaveCount(0);
  await told.goBack();
  await expect(words).toHaveValue('Es un recuerdo de mi abuela.');
  // The session must not refresh before the form is sent, because the form would disappear.
  const release = await holdCalls(told, 'account.session');
  await call(told, 'account.signOut', {});
  await notice.getByRole('button', { name: 'Enviar apelación' }).click();
  await expect(told.getByRole('dialog')).toBeVisible();
  release();
  await signIn(told, author.person);
  await expect(words).toHaveValue('Es un recuerdo de mi abuela.');
  await notice.getByRole('button', { name: 'Enviar apelación' }).click();
  await expect(notice.getByText('En revisión')).toBeVisible();
  await expect(notice.getByRole('button', { name: 'Apelar' })).toHaveCount(0);

  // The moderator who hid the story may not decide while there are others.
  await staff.getByRole('button', { name: 'Apelaciones' }).click();
  const appeal = (at: Page) => at.getByRole('listitem').filter({ hasText: title });
  await expect(appeal(staff).getByText('La decide otra persona del equipo.')).toBeVisible();
  await colleague.page.goto('/moderacion');
  await colleague.page.getByRole('button', { name: 'Apelaciones' }).click();
  await appeal(colleague.page).getByRole('button', { name: 'Aceptar' }).click();
  await colleague.page.getByRole('dialog').getByLabel('Motivo', { exact: true }).fill('Tienes razón.');
  await colleague.page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(appeal(colleague.page)).toHaveCount(0);

  expect((await page.request.get(`/audio/${id}`)).status()).toBe(200);
  // The open list receives the answer, and showing it marks it as read.
  await expect(notice.getByText('Aceptada')).toBeVisible();
  await expect.poll(() => query(told, 'news.unread', {})).toBe(0);
  await expect(notice.getByText('Tienes razón.')).toBeVisible();
  await colleague.page.getByRole('button', { name: 'Registro' }).click();
  await expect(colleague.page.getByText('Aceptó la apelación').first()).toBeVisible();
  for (const actor of [author, moderator, colleague]) await actor.page.context().close();
});
