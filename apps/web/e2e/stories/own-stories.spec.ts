import type { Locator, Page } from '@playwright/test';
import { limits } from '@relato/contract/limits';
import { hold, holdCalls } from '../testing/changed-answers.ts';
import { expect, test, signInAsNewUser } from '../testing/fixtures.ts';
import { createQuestion, createUser } from '@relato/db/testing/factories';
import { storyCard } from '../testing/recorder.ts';
import { getServedDatabase } from '../testing/server/serve-relato.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

test.beforeEach(({ page }) => signInAsNewUser(page));

/** A story with a transcript, because a list with pending ones refreshes every few seconds. */
const written = 'Ya está escrita.';

const twentyMore = Array.from({ length: 20 }, (_, index) => `otra ${index + 1}`);

const sheet = (page: Page) => page.getByRole('dialog');
const openTags = async (page: Page, title: string) => {
  await storyCard(page, title).getByRole('button', { name: 'Editar etiquetas' }).click();
  await expect(sheet(page)).toBeVisible();
};
const tagChip = (scope: Locator, name: string) => scope.getByRole('button', { name, exact: true });

async function openNewTag(scope: Locator): Promise<Locator> {
  await tagChip(scope, 'Agregar').click();
  return scope.getByLabel('Nueva etiqueta');
}

test('L3, L9, L66, L147-148, L276, L397: an author adds tags with Enter or the button, and each bad tag is refused with its own text', async ({
  page,
}) => {
  await uploadStory(page, { title: 'Con etiquetas', tags: ['humor', ...twentyMore], published: false });
  await page.goto('/profile');
  await openTags(page, 'Con etiquetas');
  const field = await openNewTag(sheet(page));
  const add = tagChip(sheet(page), 'Agregar');

  await field.fill('  Mi abuela ');
  await field.press('Enter');
  await expect(tagChip(sheet(page), 'Mi abuela')).toHaveAttribute('aria-pressed', 'true');
  await field.fill('👵🏽');
  await add.click();
  await expect(tagChip(sheet(page), '👵🏽')).toHaveAttribute('aria-pressed', 'true');
  await field.fill('قصة');
  await add.click();
  await expect(tagChip(sheet(page), 'قصة')).toHaveAttribute('aria-pressed', 'true');

  for (const blank of ['', '   ', '\u200b\u2060']) {
    await field.fill(blank);
    await add.click();
    await expect(sheet(page).getByText('Escribe la etiqueta antes de agregarla')).toBeVisible();
  }
  for (const same of ['HUMOR', ' mi  ABUELA', 'hu\u200bmor']) {
    await field.fill(same);
    await field.press('Enter');
    await expect(sheet(page).getByText('Esa etiqueta ya está en la historia')).toBeVisible();
    await expect(field).toHaveValue(same);
  }
  await field.fill('x'.repeat(limits.tag.maxLength + 1));
  await add.click();
  await expect(sheet(page).getByText('Una etiqueta puede tener hasta 50 caracteres')).toBeVisible();

  // There are already twenty-four tags.
  for (let count = 25; count <= limits.tag.maxCount; count += 1) {
    await field.fill(`etiqueta ${count}`);
    await field.press('Enter');
  }
  await field.fill('una de más');
  await field.press('Enter');
  await expect(sheet(page).getByText('Una historia puede tener hasta 30 etiquetas')).toBeVisible();
  await tagChip(sheet(page), 'etiqueta 30').click();
  await tagChip(sheet(page), 'terror').click();
  await tagChip(sheet(page), 'amor').click();
  await expect(tagChip(sheet(page), 'amor')).toHaveAttribute('aria-pressed', 'false');

  const save = sheet(page).getByRole('button', { name: 'Guardar etiquetas' });
  // The refused tag still stands in the field, and would be lost.
  await save.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('una de más');
  await field.fill('');
  await save.click();
  await expect(page.getByText('Tags actualizados')).toBeVisible();
  const card = storyCard(page, 'Con etiquetas');
  await card.getByRole('button', { name: /etiquetas más de/ }).click();
  for (const tag of ['humor', 'Mi abuela', 'قصة', 'terror']) {
    await expect(card.getByText(tag, { exact: true })).toBeVisible();
  }
  await expect(card.getByText('etiqueta 30', { exact: true })).toHaveCount(0);
});

test('L3, L9, L55, L99-101, L227-228, L345, L368-369, L397: publishing, unpublishing and deleting report their result, or without a network that nothing changed', async ({
  page,
  context,
}) => {
  await uploadStory(page, { title: 'Ida y vuelta', transcript: written, published: false });
  await page.goto('/profile');
  const card = storyCard(page, 'Ida y vuelta');
  await test.step('without a network', async () => {
    await openTags(page, 'Ida y vuelta');
    await context.setOffline(true);
    await tagChip(sheet(page), 'humor').click();
    await sheet(page).getByRole('button', { name: 'Guardar etiquetas' }).click();
    // Destructive notices are read out at once.
    const destructive = page.getByRole('region', { name: 'Avisos' }).locator('[aria-live=assertive]');
    await expect(destructive.getByText('No se pudieron actualizar los tags')).toBeVisible();
    await expect(tagChip(sheet(page), 'humor')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: 'Publicar', exact: true }).click();
    await expect(page.getByText('No se pudo publicar la historia')).toBeVisible();
    await card.getByRole('button', { name: 'Eliminar' }).click();
    await sheet(page).getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByText('No se pudo eliminar la historia')).toBeVisible();
    await context.setOffline(false);
    await page.keyboard.press('Escape');
    await expect(card.getByText('Privada')).toBeVisible();
  });

  const pressed = Promise.withResolvers<void>();
  await page.route(/stories\.publish\b/, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await card.getByRole('button', { name: 'Publicar', exact: true }).dblclick();
  pressed.resolve();
  await expect(page.getByText('Historia publicada')).toBeVisible();
  await expect(page.getByText('Tu historia ahora es visible en la comunidad')).toBeVisible();
  await expect(card.getByText('Publicada')).toBeVisible();
  await card.getByRole('button', { name: 'Despublicar' }).click();
  await expect(
    sheet(page).getByText(/WhatsApp u otras apps ya guardaron .* no se puede retirar/),
  ).toBeVisible();
  await context.setOffline(true);
  await sheet(page).getByRole('button', { name: 'Despublicar' }).click();
  await expect(page.getByText('No se pudo despublicar la historia')).toBeVisible();
  await context.setOffline(false);
  await sheet(page).getByRole('button', { name: 'Despublicar' }).click();
  await expect(page.getByText('Historia despublicada')).toBeVisible();
  await expect(page.getByText('Tu historia ya no es visible en la comunidad')).toBeVisible();
  await expect(card.getByText('Privada')).toBeVisible();
  await card.getByRole('button', { name: 'Eliminar' }).click();
  await sheet(page).getByRole('button', { name: 'Cancelar' }).click();
  await card.getByRole('button', { name: 'Eliminar' }).click();
  await sheet(page).getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Historia eliminada')).toBeVisible();
  await expect(page.getByText('Aún no tienes historias')).toBeVisible();
  await expect(page.getByText('¡Comienza grabando tu primera anécdota!')).toBeVisible();
});

test('what a moderator has hidden is not called public, heard or withdrawn', async ({ page }) => {
  const { prisma } = await getServedDatabase();
  const asker = await createUser(prisma);
  const { username } = await prisma.profile.findUniqueOrThrow({ where: { id: asker } });
  const title = 'Oculta';
  const id = await uploadStory(page, { title, transcript: written, published: false });
  const questionId = await createQuestion(prisma, { userId: asker, isOnce: false });
  await prisma.story.update({ where: { id }, data: { questionId } });
  await page.goto('/profile');
  const card = storyCard(page, title);
  const press = (name: string) => card.getByRole('button', { name, exact: true }).click();
  // An open sheet shows them too.
  const notices = page.getByRole('region', { name: 'Avisos' }).last();
  await expect(card.getByRole('button', { name: 'Publicar', exact: true })).toBeVisible();
  // The card is older than the decision.
  await prisma.story.update({ where: { id }, data: { hiddenAt: new Date(), hiddenReason: 'Spam' } });

  await press(`Compartir solo con @${username}`);
  await expect(notices).toContainText('Compartida, pero oculta');
  await expect(notices).toContainText(`@${username} la podrá oír si la volvemos a mostrar.`);
  await expect(card.getByText('Oculta por moderación')).toBeVisible();
  await press('Publicar');
  await expect(notices).toContainText('Publicada, pero oculta');
  await expect(notices).toContainText('Saldrá a la comunidad si la volvemos a mostrar.');
  await press('Despublicar');
  await expect(sheet(page)).toContainText(
    `«${title}» está oculta. Si la volvemos a mostrar, será solo para ti`,
  );
  await sheet(page).getByRole('button', { name: 'Despublicar' }).click();
  await expect(notices).toContainText('Si la volvemos a mostrar, será solo para ti.');
  await expect(notices).not.toContainText('visible en la comunidad');
});

async function deleteIn(page: Page, title: string): Promise<void> {
  await page.bringToFront();
  await storyCard(page, title).getByRole('button', { name: 'Eliminar' }).click();
  await sheet(page).getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Historia eliminada')).toBeVisible();
  // The notice may belong to an earlier deletion.
  await expect(storyCard(page, title)).toHaveCount(0);
}

test('a late answer clears no later input, and closes no other sheet', async ({ page }) => {
  const person = await signInAsNewUser(page);
  await uploadStory(page, { title: 'El tren', transcript: written, published: false });
  await page.goto('/profile');
  const edit = (title: string) =>
    storyCard(page, title).getByRole('button', { name: 'Editar historia' }).click();
  const title = sheet(page).getByRole('textbox', { name: 'Título' });
  const save = sheet(page).getByRole('button', { name: 'Guardar cambios' });
  const answer = await hold(page, 'stories.update');
  await edit('El tren');
  await title.fill('El barco');
  await save.click();
  await expect(save).toHaveAttribute('aria-busy', 'true');
  await title.fill('El barco hundido');
  answer();
  await expect(storyCard(page, 'El barco')).toHaveCount(1);
  await expect(title).toHaveValue('El barco hundido');
  await expect(save).toHaveAttribute('aria-busy', 'false');

  const later = await hold(page, 'stories.update');
  await save.click();
  await expect(save).toHaveAttribute('aria-busy', 'true');
  await sheet(page).getByRole('button', { name: 'Cerrar', exact: true }).click();
  await openTags(page, 'El barco');
  await tagChip(sheet(page), 'humor').click();
  later();
  await expect(storyCard(page, 'El barco hundido')).toHaveCount(1);
  await expect(tagChip(sheet(page), 'humor')).toHaveAttribute('aria-pressed', 'true');

  const saveTags = await holdCalls(page, 'stories.updateTags');
  await sheet(page).getByRole('button', { name: 'Guardar etiquetas' }).click();
  await sheet(page).getByRole('button', { name: 'Cerrar', exact: true }).click();
  await expect(sheet(page)).toHaveCount(0);
  await openTags(page, 'El barco hundido');
  await tagChip(sheet(page), 'terror').click();
  saveTags();
  await expect(page.getByText('Tags actualizados')).toBeVisible();
  await expect(tagChip(sheet(page), 'terror')).toHaveAttribute('aria-pressed', 'true');

  await page.keyboard.press('Escape');
  const { prisma } = await getServedDatabase();
  await prisma.user.update({ where: { email: person.email }, data: { voicesAgreedAt: null } });
  const refuse = await holdCalls(page, 'stories.publish');
  await publish(page, 'El barco hundido');
  await openTags(page, 'El barco hundido');
  refuse();
  await expect(page.getByText('No se pudo publicar la historia')).toBeVisible();
  await expect(sheet(page)).toHaveAccessibleName('Editar etiquetas');
});

const publish = (page: Page, title: string) =>
  storyCard(page, title).getByRole('button', { name: 'Publicar', exact: true }).click();

// Playwright waits for frames, which a browser draws only in the front tab. A tab may refresh when it comes to the front, so
// its list is held until the button was pressed.
test('two tabs with opposite changes agree: a story that both publish counts once, and a deleted one says so', async ({
  page,
  context,
}) => {
  const gone = 'Ya no existe: se eliminó en otra ventana o en otro dispositivo.';
  const [shared, first, second] = ['De los dos', 'La primera', 'La segunda'];
  for (const title of [shared, first, second])
    await uploadStory(page, { title, transcript: written, published: false });
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(storyCard(other, second)).toBeVisible();
  await page.goto('/profile');
  await page.bringToFront();

  const letRefresh = await hold(other, 'stories.mine');
  await publish(page, shared);
  await expect(storyCard(page, shared).getByText('Publicada')).toBeVisible();
  await other.bringToFront();
  await publish(other, shared);
  letRefresh();
  await expect(storyCard(other, shared).getByText('Publicada')).toBeVisible();
  await expect(other.getByRole('listitem').filter({ hasText: /^1\s*Historias$/u })).toHaveCount(1);

  await page.bringToFront();
  await openTags(page, first);
  const letFirstRefresh = await hold(page, 'stories.mine');
  await deleteIn(other, first);
  await page.bringToFront();
  await tagChip(sheet(page), 'humor').click();
  await sheet(page).getByRole('button', { name: 'Guardar etiquetas' }).click();
  letFirstRefresh();
  await expect(page.getByText(gone)).toBeVisible();
  await expect(page.getByText('No se pudieron actualizar los tags')).toBeVisible();
  await expect(storyCard(page, first)).toHaveCount(0);

  const letRefreshAgain = await hold(other, 'stories.mine');
  await deleteIn(page, second);
  await other.bringToFront();
  await publish(other, second);
  letRefreshAgain();
  await expect(other.getByText('No se pudo publicar la historia')).toBeVisible();
  await expect(other.getByText(gone)).toBeVisible();
  await expect(storyCard(other, second)).toHaveCount(0);
});
