import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { holdCalls } from '../testing/changed-answers.ts';
import { call, expect, startSession, test, signInAsNewUser } from '../testing/fixtures.ts';
import { openBrowser } from '../testing/people.ts';
import { refreshUntil } from '../testing/refresh-clock.ts';
import {
  field,
  type ForeignStory,
  list,
  nameField,
  openInFeed,
  said,
  sendButton,
  uploadStoryOfAnother,
} from '../testing/comments.ts';

const say = (page: Page, { id }: ForeignStory, content: string): Promise<unknown> =>
  call(page, 'comments.create', { id: randomUUID(), storyId: id, content });

test('SEC-60: L10, L69, L73-78, L361-363: a visitor writes the first comment, which is marked, and cannot use the name of a member', async ({
  page,
}) => {
  const story = await uploadStoryOfAnother(page);
  const answered = Promise.withResolvers<void>();
  await page.route('**/trpc/comments.list**', async (route) => {
    await answered.promise;
    await route.fulfill({ status: 404, body: 'not here' });
  });
  const card = await openInFeed(page, story);
  await test.step('a list that does not come says so, and the form stays in place', async () => {
    await expect(card.getByText('Cargando comentarios...')).toBeVisible();
    await expect(nameField(card)).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const before = await field(card).boundingBox();
    answered.resolve();
    const failure = 'No se pudieron cargar los comentarios';
    await expect(card.getByText(failure)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Avisos' }).getByText(failure)).toBeVisible();
    await page.unroute('**/trpc/comments.list**');
    await card.getByRole('button', { name: 'Reintentar' }).click();
    await expect(card.getByText('No hay comentarios aún')).toBeVisible();
    expect(await field(card).boundingBox()).toEqual(before);
  });

  const toggle = card.getByRole('button', { name: '0 Comentarios' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(card.getByText('No hay comentarios aún')).toBeVisible();

  await expect(nameField(card)).toHaveAttribute('placeholder', 'Tu nombre (opcional)');
  await expect(field(card)).toHaveAttribute('placeholder', 'Escribe un comentario...');
  await expect(sendButton(card)).toBeDisabled();
  await field(card).fill('  \u200B ');
  await expect(sendButton(card)).toBeDisabled();
  await field(card).fill('a'.repeat(2_001));
  await expect(card.getByText('Un comentario puede tener hasta 2.000 caracteres')).toBeVisible();
  await expectNoViolations(page, 'too long a comment');
  await field(card).fill('¿Y el ladrón volvió?');
  // Enter in an input method chooses a word.
  await field(card).evaluate((element) => {
    const init = { key: 'Enter', bubbles: true, cancelable: true, isComposing: true };
    element.dispatchEvent(new KeyboardEvent('keydown', init));
  });
  await nameField(card).fill('a'.repeat(101));
  await field(card).press('Enter');
  await expect(nameField(card)).toBeFocused();
  for (const name of ['Moderación', `\u200B${story.teller.username.toUpperCase()}`]) {
    await nameField(card).fill(name);
    await expect(nameField(card)).toHaveAccessibleDescription('');
    await sendButton(card).click();
    await expect(nameField(card)).toHaveAccessibleDescription(
      'Ese nombre es de alguien con cuenta o del equipo. Escribe otro o déjalo vacío.',
    );
    await expect(field(card)).toHaveValue('¿Y el ladrón volvió?');
  }
  await nameField(card).fill('Tía Pepa');
  await expect(nameField(card)).toHaveAccessibleDescription('');
  await sendButton(card).click();

  await expect(page.getByText('Comentario agregado')).toBeVisible();
  await expect(page.getByText('Tu comentario se ha agregado correctamente')).toBeVisible();
  await expect(list(card).getByRole('listitem')).toHaveText([/^.*Tía Pepavisitante.*¿Y el ladrón volvió\?$/]);
  await expect(list(card).getByRole('link')).toHaveCount(0);
  await expect(list(card).getByText('T', { exact: true })).toHaveClass(/bg-sunken/);
  await expect(list(card).getByRole('time')).toHaveText(/ de \d{4}, \d\d:\d\d$/);
  await expect(field(card)).toHaveValue('');
  await expect(field(card)).toBeFocused();
  await expect(card.getByRole('button', { name: '1 Comentario', exact: true })).toBeVisible();

  await test.step('the name is still known the next time, on the screen of the story, too', async () => {
    await page.goto(`/search?story=${story.id}`);
    await expect(page.getByText('¿Y el ladrón volvió?')).toBeVisible();
    await expect(nameField(page)).toHaveValue('Tía Pepa');
    await nameField(page).fill('');
    await field(page).fill('Soy yo otra vez');
    await field(page).press('Enter');
    await expect(list(page).getByRole('listitem').last()).toContainText('Anónimo');
    await expect(page.getByRole('button', { name: '2 Comentarios' })).toBeVisible();
  });
});

test('L78: a user comments under their username, and deletes the comment', async ({ page }) => {
  const story = await uploadStoryOfAnother(page);
  const person = await signInAsNewUser(page);
  const card = await openInFeed(page, story);
  await expect(nameField(card)).toHaveCount(0);
  await field(card).fill('Me morí con lo del mango');
  await field(card).press('Shift+Enter');
  await field(card).pressSequentially('Mi abuela era igual');
  await field(card).press('Enter');
  const comment = list(card).getByRole('listitem');
  await expect(comment).toContainText(`@${person.username}`);
  await expect(comment).toContainText('Me morí con lo del mango\nMi abuela era igual', {
    useInnerText: true,
  });

  await comment.getByRole('link', { name: `@${person.username}` }).click();
  await expect(page).toHaveURL(`/u/${person.username}`);
  await page.goBack();

  await comment.getByRole('button', { name: /^Eliminar el comentario/ }).click();
  const sheet = page.getByRole('dialog', { name: '¿Eliminar este comentario?' });
  await sheet.getByRole('button', { name: 'Cancelar' }).click();
  await expect(comment).toHaveCount(1);

  await field(card).fill('¿Y la tuya?');
  await field(card).press('Enter');
  await expect(comment).toHaveCount(2);
  const answer = await holdCalls(page, 'comments.delete');
  const askFor = (text: string) =>
    comment
      .filter({ hasText: text })
      .getByRole('button', { name: /^Eliminar el comentario/ })
      .click();
  await askFor('Me morí');
  await sheet.getByRole('button', { name: 'Eliminar' }).click();
  await sheet.getByRole('button', { name: 'Cancelar' }).click();
  await expect(sheet).toHaveCount(0);
  await askFor('¿Y la tuya?');
  await expect(sheet).toBeVisible();
  answer();
  await expect(page.getByText('Comentario eliminado')).toBeVisible();
  await expect(card.getByText('Me morí con lo del mango')).toHaveCount(0);
  // The late answer belongs to the other sheet.
  await sheet.getByRole('button', { name: 'Eliminar' }).click();
  await expect(card.getByText('No hay comentarios aún')).toBeVisible();
  await expect(card.getByRole('button', { name: '0 Comentarios' })).toBeVisible();
  await expect(list(card)).toBeFocused();
  expect(await said(page, story)).toEqual([]);
});

test("D13: an author deletes a visitor's comment and allows comments of members only", async ({
  page,
  browser,
}) => {
  const story = await uploadStoryOfAnother(page);
  await say(page, story, 'Spam');
  const visitor = await openInFeed(page, story);
  await field(visitor).fill('A medio escribir');
  // The visitor does not see the author's decision before sending.
  const refreshes = '**/trpc/**stories.feed**';
  await page.route(refreshes, () => undefined);

  const author = await openBrowser(browser);
  await startSession(author, story.teller);
  await author.goto('/profile');
  const own = author.getByRole('article').filter({ hasText: story.title });
  await own.getByRole('button', { name: '1 Comentario' }).click();
  await expect(list(own).getByText('Spam')).toBeVisible();
  await expectNoViolations(author, 'comments on the own story');
  await own.getByRole('button', { name: 'Eliminar el comentario de Anónimo' }).click();
  await author.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(own.getByText('No hay comentarios aún')).toBeVisible();
  await own.getByRole('button', { name: 'Quién puede comentar' }).click();
  const sheet = author.getByRole('dialog', { name: 'Quién puede comentar' });
  await sheet.getByRole('radio', { name: 'Solo con cuenta' }).check();
  await expectNoViolations(author, 'who may comment');
  await sheet.getByRole('button', { name: 'Guardar' }).click();
  await expect(sheet).toBeHidden();
  await expect(own.getByRole('button', { name: 'Quién puede comentar Solo con cuenta' })).toBeVisible();

  await field(visitor).press('Enter');
  await expect(page.getByText('No se pudo agregar el comentario')).toBeVisible();
  await page.unroute(refreshes);
  await expect(
    visitor.getByText('Para enviarlo necesitas una cuenta. Tu texto te espera aquí.'),
  ).toBeVisible();
  await expect(field(visitor)).toHaveValue('A medio escribir');
  expect(await said(page, story)).toEqual([]);
  await field(visitor).fill('');
  await expect(visitor.getByText('Para comentar esta historia necesitas una cuenta.')).toBeVisible();
  await expectNoViolations(page, 'members only');
  await visitor.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Inicia sesión para comentar');
  await author.context().close();
});

test("L69, L73-74: a long list loads page by page, the user's own comment is in view at once, and others appear automatically", async ({
  page,
  browser,
}) => {
  const story = await uploadStoryOfAnother(page);
  await signInAsNewUser(page);
  for (let index = 1; index <= 24; index += 1) await say(page, story, `Comentario número ${index}`);
  await page.clock.install();
  const card = await openInFeed(page, story);
  const items = list(card).getByRole('listitem');
  await expect(items).toHaveCount(20);
  await expect(items.first()).toBeInViewport();
  // The first two shades scroll with the content. They cover the other two at the ends, where no more content follows.
  await expect(list(card)).toHaveCSS('background-attachment', /^local, local, scroll, scroll/);
  await field(card).fill('El mío');
  await field(card).press('Enter');
  await expect(items.filter({ hasText: 'El mío' })).toBeInViewport();
  await test.step('a comment that stands on a page that is not loaded leaves the count with its deletion', async () => {
    // A refresh would correct the count.
    const refresh = await holdCalls(page, 'stories.feed');
    await field(card).fill('Mejor no');
    await field(card).press('Enter');
    await expect(card.getByRole('button', { name: '26 Comentarios' })).toBeVisible();
    const own = items.filter({ hasText: 'Mejor no' });
    await own.getByRole('button', { name: /^Eliminar el comentario/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(own).toHaveCount(0);
    await expect(card.getByRole('button', { name: '25 Comentarios' })).toBeVisible();
    refresh();
  });
  await list(card).getByRole('button', { name: 'Más comentarios' }).click();
  await expect(items).toHaveCount(25);
  await expect(items.last()).toContainText('El mío');
  await expect(items.filter({ hasText: 'El mío' })).toHaveCount(1);
  await expect(card.getByRole('button', { name: '25 Comentarios' })).toBeVisible();

  await test.step('the comment of another person appears without moving the form', async () => {
    await expect(page.getByRole('button', { name: 'Tu cuenta' })).toBeVisible();
    await field(card).pressSequentially('A medio ');
    const scrollTop = await list(card).evaluate((element) => {
      element.scrollTop = 150;
      return element.scrollTop;
    });
    const pageTop = await page.evaluate(() => window.scrollY);
    const other = await openBrowser(browser);
    await say(other, story, 'Desde otro navegador');
    await refreshUntil(page, () =>
      expect(list(card).getByText('Desde otro navegador')).toBeAttached({ timeout: 3_000 }),
    );
    await expect(card.getByRole('button', { name: '26 Comentarios' })).toBeVisible();
    await expect(field(card)).toBeFocused();
    await page.keyboard.type('escribir');
    await expect(field(card)).toHaveValue('A medio escribir');
    expect(await list(card).evaluate((element) => element.scrollTop)).toBe(scrollTop);
    expect(await page.evaluate(() => window.scrollY)).toBe(pageTop);
    await other.context().close();
  });

  await test.step('scrolling to the end loads the rest without a press', async () => {
    await page.reload();
    await card.getByRole('button', { name: '26 Comentarios' }).click();
    await expect(items).toHaveCount(20);
    await list(card).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(items).toHaveCount(26);
  });
});
