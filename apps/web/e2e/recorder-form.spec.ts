import { limits } from '@relato/contract/limits';
import { expectNoViolations } from './axe.ts';
import { createAccount, expect, somebody, startSession, test } from './fixtures.ts';
import { expectRecorded, record, saveButton, startRecording, stopRecording, storyCard } from './recorder.ts';

test.beforeEach(async ({ page }) => {
  const person = somebody();
  await createAccount(page, person);
  await startSession(page, person);
});

const readBorder = (field: Element): string => getComputedStyle(field).borderTopColor;

test(
  'asks for a title that shows something, cuts nothing, and keeps tags and edits',
  { tag: '@firefox' },
  async ({ page }) => {
    await record(page);
    const title = page.getByLabel('Título');
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
    await expect(saveButton(page)).toBeEnabled({ timeout: 30_000 });
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
    await page.getByLabel('Nueva etiqueta').fill('mi abuela');
    await page.getByLabel('Nueva etiqueta').press('Enter');
    await saveButton(page).click();
    await expect(page.getByText('Historia guardada')).toBeVisible();
    const card = storyCard(page, 'قصة جدتي 👵🏽');
    await expect(card.getByText('Lo que de verdad conté.')).toBeVisible();
    await expect(card.getByText('amor', { exact: true })).toBeVisible();
    await expect(card.getByText('mi abuela', { exact: true })).toBeVisible();
    await expect(card.getByText('misterio', { exact: true })).toHaveCount(0);
  },
);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`can be used by everybody in each of its states, in its ${colorScheme} colours`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await startRecording(page);
    await expectNoViolations(page, 'recording');
    await page.getByRole('link', { name: 'Perfil' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page, 'the question before leaving');
    await page.getByRole('button', { name: 'Seguir aquí' }).click();
    await expectRecorded(page, 2);
    await stopRecording(page);
    await expect(page.getByRole('main')).toContainText('soy Lucía', { timeout: 60_000 });
    await expectNoViolations(page, 'the review, without a title');
    await page.getByRole('button', { name: 'Editar', exact: true }).click();
    await page.getByLabel('Título').fill('Casi lista');
    await page.getByRole('button', { name: 'humor', exact: true }).click();
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(page.getByText('Escribe la etiqueta antes de agregarla')).toBeVisible();
    await expectNoViolations(page, 'the editor and a tag that is refused');
    await page.getByRole('button', { name: 'Repetir' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page, 'the question before recording again');
    await page.getByRole('button', { name: 'Conservar' }).click();
    await page.goto('/record');
    await expect(page.getByText('Una grabación sin guardar')).toBeVisible();
    await expectNoViolations(page, 'a recording to recover');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await saveButton(page).click({ timeout: 30_000 });
    const card = storyCard(page, 'Casi lista');
    await card.getByRole('button', { name: 'Editar etiquetas' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page, 'the sheet of tags');
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page, 'the question before deleting');
  });
}
