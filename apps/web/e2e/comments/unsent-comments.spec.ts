import { holdCalls } from '../testing/changed-answers.ts';
import { call, expect, test, signInAsNewUser } from '../testing/fixtures.ts';
import {
  field,
  list,
  nameField,
  openInFeed,
  said,
  sendButton,
  uploadStoryOfAnother,
} from '../testing/comments.ts';

test('L361-363: a comment that cannot be sent stays in the form, also after a reload', async ({ page }) => {
  const story = await uploadStoryOfAnother(page);
  const card = await openInFeed(page, story);
  await page.route('**/trpc/comments.create**', (route) => route.abort('internetdisconnected'));
  await field(card).fill('No te pierdas');
  await field(card).press('Enter');
  await expect(page.getByText('No se pudo agregar el comentario')).toBeVisible();
  await expect(field(card)).toHaveValue('No te pierdas');
  await expect(card.getByText(/^Sin conexión/)).toBeVisible();

  await card.getByRole('button', { name: '0 Comentarios' }).click();
  await expect(field(card)).toHaveCount(0);
  await card.getByRole('button', { name: '0 Comentarios' }).click();
  await expect(field(card)).toHaveValue('No te pierdas');
  await page.getByRole('link', { name: 'Perfil' }).click();
  await expect(page).toHaveURL('/profile');
  await page.goBack();
  await expect(field(card)).toHaveValue('No te pierdas');
  await page.goto(`/search?story=${story.id}`);
  await expect(field(page)).toHaveValue('No te pierdas');
  await expect(page.getByText('No hay comentarios aún')).toBeVisible();

  await page.unroute('**/trpc/comments.create**');
  await sendButton(page).click();
  await expect(list(page).getByText('No te pierdas')).toBeVisible();
  await page.reload();
  await expect(list(page).getByText('No te pierdas')).toBeVisible();
  await expect(field(page)).toHaveValue('');
});

test('a lost answer and a double tap leave one comment, and an ended session loses no text and publishes nothing under another name', async ({
  page,
}) => {
  const story = await uploadStoryOfAnother(page);
  await signInAsNewUser(page);
  const card = await openInFeed(page, story);
  await expect(page.getByRole('button', { name: 'Tu cuenta' })).toBeVisible();
  await page.route('**/trpc/comments.create**', async (route) => {
    await route.fetch();
    await route.abort('internetdisconnected');
  });
  await field(card).fill('Una sola vez');
  await expect(card.getByText('No hay comentarios aún')).toBeVisible();
  await sendButton(card).dblclick();
  await expect(page.getByText('No se pudo agregar el comentario')).toBeVisible();
  await page.unroute('**/trpc/comments.create**');
  await sendButton(card).dblclick();
  await expect(page.getByText('Comentario agregado')).toBeVisible();
  await expect(list(card).getByRole('listitem')).toHaveCount(1);
  await expect(card.getByRole('button', { name: '1 Comentario', exact: true })).toBeVisible();
  expect(await said(page, story)).toEqual(['Una sola vez']);

  await expect(nameField(card)).toHaveCount(0);
  await field(card).fill('Lo digo yo, con mi nombre');
  // The session must not refresh before the comment is sent.
  const release = await holdCalls(page, 'account.session');
  await call(page, 'account.signOut', {});
  await field(card).press('Enter');
  await expect(page.getByText('No se pudo agregar el comentario')).toBeVisible();
  release();
  await expect(nameField(card)).toBeVisible();
  await expect(field(card)).toHaveValue('Lo digo yo, con mi nombre');
  await expect(card.getByText(/^Tu sesión cambió/)).toBeVisible();
  expect(await said(page, story)).toEqual(['Una sola vez']);

  await field(card).press('Enter');
  await expect(list(card).getByRole('listitem').last()).toContainText('Anónimo');
  await expect(page.getByText('Comentario agregado')).toBeVisible();
  expect(await said(page, story)).toEqual(['Una sola vez', 'Lo digo yo, con mi nombre']);
});
