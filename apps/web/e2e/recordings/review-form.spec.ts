import { limits } from '@relato/contract/limits';
import { toSubject } from '@relato/contract/stories/rules';
import { expect, test, signInAsNewUser } from '../testing/fixtures.ts';
import { keptRecordings, leaveForProfile, record, saveButton, storyCard } from '../testing/recorder.ts';

const readBorder = (field: Element): string => getComputedStyle(field).borderTopColor;

test('L368-369: the review requires a visible title, truncates nothing, and keeps tags and edits, also when the user leaves or saving fails', async ({
  page,
}) => {
  await signInAsNewUser(page);
  await page.goto('/');
  const answers = await page.getByRole('link', { name: 'Respuestas' }).getAttribute('href');
  await record(page);
  const offered = page.getByRole('group', { name: 'Etiquetas' }).getByRole('button').first();
  expect(`/tema/${encodeURIComponent(toSubject((await offered.textContent()) ?? ''))}`).toBe(answers);
  await test.step('a tag that is still being typed stays with the recording', async () => {
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await page.getByLabel('Nueva etiqueta').fill('de lejos');
    await page.getByRole('link', { name: 'Relato' }).click();
    await leaveForProfile(page);
    await keptRecordings(page).getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(page.getByRole('button', { name: 'de lejos', pressed: true })).toBeVisible();
  });
  const title = page.getByRole('textbox', { name: 'Título' });
  const required = page.getByText('El título es obligatorio para guardar tu historia');
  for (const blank of ['', '   ', '\u200b\u2060\ufeff']) {
    await title.fill(blank);
    await expect(required).toBeVisible();
    await expect(title).toHaveAttribute('aria-invalid', 'true');
    await expect(saveButton(page)).toBeDisabled();
  }
  await title.blur();
  const refusedBorder = await title.evaluate(readBorder);
  await title.fill('a'.repeat(10_000));
  await expect(page.getByText('El título puede tener hasta 300 caracteres')).toBeVisible();
  await expect(title).toHaveValue('a'.repeat(10_000));
  await expect(saveButton(page)).toBeDisabled();

  await title.fill('قصة جدتي 👵🏽');
  await title.blur();
  await expect.poll(() => title.evaluate(readBorder)).not.toBe(refusedBorder);
  await expect(saveButton(page)).toBeEnabled();
  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  const transcript = page.getByRole('textbox', { name: 'Transcripción' });
  await transcript.fill('a'.repeat(limits.transcript.maxLength + 1));
  const tooLong = page.getByText('La transcripción puede tener hasta 20.000 caracteres');
  await expect(tooLong).toBeVisible();
  await expect(saveButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(tooLong).toBeVisible();
  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  await transcript.fill('Lo que de verdad conté.');
  await page.getByRole('button', { name: 'Guardar cambios' }).click();

  await page.getByRole('button', { name: 'misterio', exact: true }).click();
  await page.getByRole('button', { name: 'amor', exact: true }).click();
  await page.getByRole('button', { name: 'misterio', exact: true }).click();
  await page.getByRole('button', { name: 'Agregar', exact: true }).click();
  const newTag = page.getByLabel('Nueva etiqueta');
  await newTag.fill('a'.repeat(limits.tag.maxLength + 1));
  await saveButton(page).click();
  await expect(newTag).toBeFocused();
  await expect(newTag).toHaveAccessibleDescription(/hasta 50 caracteres/);
  // The unfinished tag is saved with the rest, although its own button was not pressed.
  await newTag.fill('mi abuela');
  await page.route(/\/trpc\/stories\.create/, (route) => route.abort('internetdisconnected'));
  await saveButton(page).click();
  await expect(page.getByText('No se pudo guardar la historia').first()).toBeVisible();
  await page.unroute(/\/trpc\/stories\.create/);
  await saveButton(page).click();
  await expect(page.getByText('Historia guardada')).toBeVisible();
  const card = storyCard(page, 'قصة جدتي 👵🏽');
  await expect(card.getByText('Lo que de verdad conté.')).toBeVisible();
  await expect(card.getByText('amor', { exact: true })).toBeVisible();
  await expect(card.getByText('mi abuela', { exact: true })).toBeVisible();
  await expect(card.getByText('misterio', { exact: true })).toHaveCount(0);
});
