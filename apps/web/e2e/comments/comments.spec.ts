import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { hold } from '../testing/changed-answers.ts';
import { call, expect, startSession, test, signInAsNewUser } from '../testing/fixtures.ts';
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

test('L75: the comment form stays in place when the list arrives', async ({ page }) => {
  const story = await uploadStoryOfAnother(page);
  const release = await hold(page, 'comments.list');
  const card = await openInFeed(page, story);
  await expect(card.getByText('Cargando comentarios...')).toBeVisible();
  await expect(nameField(card)).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const before = await field(card).boundingBox();
  release();
  await expect(card.getByText('No hay comentarios aún')).toBeVisible();
  expect(await field(card).boundingBox()).toEqual(before);
});

test('L10, L69, L73-78, L361-363: a visitor writes the first comment', async ({ page }) => {
  const story = await uploadStoryOfAnother(page);
  const card = await openInFeed(page, story);
  const toggle = card.getByRole('button', { name: '0 Comentarios' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(card.getByText('No hay comentarios aún')).toBeVisible();

  await expect(nameField(card)).toHaveAttribute('placeholder', 'Tu nombre (opcional)');
  await expect(field(card)).toHaveAttribute('placeholder', 'Escribe un comentario...');
  await expect(sendButton(card)).toBeDisabled();
  await field(card).fill('  \u200B ');
  await expect(sendButton(card)).toBeDisabled();
  await nameField(card).fill('Tía Pepa');
  await field(card).fill('¿Y el ladrón volvió?');
  await sendButton(card).click();

  await expect(page.getByText('Comentario agregado')).toBeVisible();
  await expect(page.getByText('Tu comentario se ha agregado correctamente')).toBeVisible();
  await expect(list(card).getByRole('listitem')).toHaveText([/^.*Tía Pepavisitante.*¿Y el ladrón volvió\?$/]);
  await expect(list(card).getByRole('link')).toHaveCount(0);
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

test('SEC-60: a visitor is marked, has no color, and cannot bear the name of a member', async ({ page }) => {
  const story = await uploadStoryOfAnother(page);
  const { username } = story.teller;
  const card = await openInFeed(page, story);
  await field(card).fill('Soy yo');
  for (const name of ['Moderación', `\u200B${username.toUpperCase()}`]) {
    await nameField(card).fill(name);
    await expect(nameField(card)).toHaveAccessibleDescription('');
    await sendButton(card).click();
    await expect(nameField(card)).toHaveAccessibleDescription(
      'Ese nombre es de alguien con cuenta o del equipo. Escribe otro o déjalo vacío.',
    );
    await expect(field(card)).toHaveValue('Soy yo');
  }
  await nameField(card).fill('Rosa \u202Ede lejos');
  await expect(nameField(card)).toHaveAccessibleDescription('');
  await sendButton(card).click();
  const comment = list(card).getByRole('listitem');
  await expect(comment).toContainText('Rosa de lejosvisitante');
  await expect(comment.getByText('R', { exact: true })).toHaveClass(/bg-sunken/);
  await expect(comment.getByText('visitante', { exact: true })).toBeVisible();
  await expectNoViolations(page, 'a comment of a visitor');
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
  await comment.getByRole('button', { name: /^Eliminar el comentario/ }).click();
  await sheet.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Comentario eliminado')).toBeVisible();
  await expect(card.getByText('No hay comentarios aún')).toBeVisible();
  await expect(card.getByRole('button', { name: '0 Comentarios' })).toBeVisible();
  await expect(list(card)).toBeFocused();
  expect(await said(page, story)).toEqual([]);
});

test('L75-77, D28: a user reads, deletes and writes comments with the keyboard alone', async ({ page }) => {
  const story = await uploadStoryOfAnother(page);
  await signInAsNewUser(page);
  await say(page, story, 'Estuve aquí');
  await page.goto(`/search?q=${encodeURIComponent(story.title)}`);
  const card = page.getByRole('article');
  const toggle = card.getByRole('button', { name: '1 Comentario' });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(card.getByText('Estuve aquí')).toBeVisible();
  const reach = async (target: Locator) => {
    for (let presses = 0; presses < 8; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await reach(list(card));
  await reach(list(card).getByRole('link'));
  await reach(card.getByRole('button', { name: /^Eliminar el comentario/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await reach(field(card));
  await page.keyboard.type('Sin ratón');
  await reach(sendButton(card));
  await page.keyboard.press('Space');
  await expect(list(card).getByText('Sin ratón')).toBeVisible();
  await expect(field(card)).toBeFocused();
  await toggle.or(card.getByRole('button', { name: '2 Comentarios' })).focus();
  await page.keyboard.press('Space');
  await expect(field(card)).toHaveCount(0);
});

test('Enter in an input method chooses a word and does not send', async ({ page }) => {
  const card = await openInFeed(page, await uploadStoryOfAnother(page));
  await field(card).fill('こん');
  await field(card).evaluate((element) => {
    const init = { key: 'Enter', bubbles: true, cancelable: true, isComposing: true };
    element.dispatchEvent(new KeyboardEvent('keydown', init));
  });
  await expect(field(card)).toHaveValue('こん');
  await field(card).press('Enter');
  await expect(list(card).getByRole('listitem')).toHaveCount(1);
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

  const authorsContext = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const author = await authorsContext.newPage();
  await startSession(author, story.teller);
  await author.goto('/profile');
  const own = author.getByRole('article').filter({ hasText: story.title });
  await own.getByRole('button', { name: '1 Comentario' }).click();
  await own.getByRole('button', { name: 'Eliminar el comentario de Anónimo' }).click();
  await author.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(own.getByText('No hay comentarios aún')).toBeVisible();
  const allow = own.getByRole('switch', { name: 'Permitir comentarios sin cuenta' });
  await expect(allow).toBeChecked();
  const saved = author.waitForResponse(/stories\.setAnonymousComments/);
  await allow.click();
  await expect(allow).not.toBeChecked();
  expect((await saved).ok()).toBe(true);
  await author.reload();
  await expect(allow).not.toBeChecked();

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
  await visitor.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Inicia sesión para comentar');
  await authorsContext.close();
});

test("another person's comment appears without moving the form", async ({ page, browser }) => {
  const story = await uploadStoryOfAnother(page);
  await signInAsNewUser(page);
  for (let index = 1; index <= 12; index += 1) await say(page, story, `Comentario número ${index}`);
  await page.clock.install();
  const card = await openInFeed(page, story);
  await expect(list(card).getByRole('listitem')).toHaveCount(12);
  await expect(page.getByRole('button', { name: 'Tu cuenta' })).toBeVisible();
  await field(card).pressSequentially('A medio ');
  const scrollTop = await list(card).evaluate((element) => {
    element.scrollTop = 150;
    return element.scrollTop;
  });
  const pageTop = await page.evaluate(() => window.scrollY);

  const othersContext = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await othersContext.newPage();
  await say(other, story, 'Desde otro navegador');
  await refreshUntil(page, () =>
    expect(list(card).getByText('Desde otro navegador')).toBeAttached({ timeout: 3_000 }),
  );
  await expect(card.getByRole('button', { name: '13 Comentarios' })).toBeVisible();
  await expect(field(card)).toBeFocused();
  await page.keyboard.type('escribir');
  await expect(field(card)).toHaveValue('A medio escribir');
  expect(await list(card).evaluate((element) => element.scrollTop)).toBe(scrollTop);
  expect(await page.evaluate(() => window.scrollY)).toBe(pageTop);
  await othersContext.close();
});

test('L69, L73-74: a long list loads page by page, and the own comment is in view at once', async ({
  page,
}) => {
  const story = await uploadStoryOfAnother(page);
  await signInAsNewUser(page);
  for (let index = 1; index <= 24; index += 1) await say(page, story, `Comentario número ${index}`);
  const card = await openInFeed(page, story);
  const items = list(card).getByRole('listitem');
  await expect(items).toHaveCount(20);
  await expect(items.first()).toBeInViewport();
  // The first two shades scroll with the content and cover the others, which say that there is more, at its ends.
  await expect(list(card)).toHaveCSS('background-attachment', /^local, local, scroll, scroll/);
  await field(card).fill('El mío');
  await field(card).press('Enter');
  await expect(items.filter({ hasText: 'El mío' })).toBeInViewport();
  await list(card).getByRole('button', { name: 'Más comentarios' }).click();
  await expect(items).toHaveCount(25);
  await expect(items.last()).toContainText('El mío');
  await expect(items.filter({ hasText: 'El mío' })).toHaveCount(1);
  await expect(card.getByRole('button', { name: '25 Comentarios' })).toBeVisible();

  await test.step('scrolling to the end loads the rest without a press', async () => {
    await page.reload();
    await card.getByRole('button', { name: '25 Comentarios' }).click();
    await expect(items).toHaveCount(20);
    await list(card).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(items).toHaveCount(25);
  });
});

test('L361-363: comments that cannot be loaded say so and offer another try', async ({ page }) => {
  const story = await uploadStoryOfAnother(page);
  await say(page, story, 'Aquí estoy');
  const seen = Promise.withResolvers<void>();
  await page.route('**/trpc/comments.list**', async (route) => {
    await seen.promise;
    await route.fulfill({ status: 404, body: 'not here' });
  });
  const card = await openInFeed(page, story);
  await expect(card.getByText('Cargando comentarios...')).toBeVisible();
  seen.resolve();
  const failure = 'No se pudieron cargar los comentarios';
  await expect(card.getByText(failure)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText(failure)).toBeVisible();
  await page.unroute('**/trpc/comments.list**');
  await card.getByRole('button', { name: 'Reintentar' }).click();
  await expect(list(card).getByText('Aquí estoy')).toBeVisible();
});

test('no comment runs a script, breaks the page or reverses the text around it', async ({ page }) => {
  const story = await uploadStoryOfAnother(page);
  await signInAsNewUser(page);
  const hostile = [
    '<img src=x onerror="document.title=`hacked`"><script>document.title="hacked"</script>',
    `\u202E${'al revés '.repeat(5)}`,
    'مرحبا بالعالم',
    'w'.repeat(2_000),
    '\n'.repeat(500).replace('', 'arriba').concat('abajo'),
    `z${'\u0336\u0310\u0334'.repeat(200)}`,
    '👵🥭',
  ];
  for (const content of hostile) await say(page, story, content);
  await page.setViewportSize({ width: 360, height: 740 });
  const card = await openInFeed(page, story);
  await expect(list(card).getByRole('listitem')).toHaveCount(hostile.length);
  await expect(page).toHaveTitle('Relato — Cuenta tu historia con tu voz');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await list(card).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const heights = await list(card)
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.clientHeight));
  expect(heights[4]).toBeLessThan(150);

  await field(card).fill('a'.repeat(2_001));
  await expect(card.getByText('Un comentario puede tener hasta 2.000 caracteres')).toBeVisible();
  await field(card).press('Enter');
  await expect(field(card)).toHaveValue('a'.repeat(2_001));
  expect(await said(page, story)).toHaveLength(hostile.length);
});

test('comments are accessible in light and dark colours', async ({ page }) => {
  const story = await uploadStoryOfAnother(page);
  const card = await openInFeed(page, story);
  await expect(card.getByText('No hay comentarios aún')).toBeVisible();
  await expectNoViolations(page, 'nothing said yet');
  await field(card).fill('a'.repeat(2_001));
  await expect(card.getByText(/hasta 2\.000/)).toBeVisible();
  await expectNoViolations(page, 'too long a comment');
  await say(page, story, 'De visita');
  await startSession(page, story.teller);
  await page.goto('/profile');
  const own = page.getByRole('article').filter({ hasText: story.title });
  await own.getByRole('button', { name: '1 Comentario' }).click();
  await expect(list(own).getByText('De visita')).toBeVisible();
  await expectNoViolations(page, 'comments on the own story');
  await own.getByRole('button', { name: /^Eliminar el comentario/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page, 'the question before deleting one');
  await page.keyboard.press('Escape');
  const saved = page.waitForResponse(/stories\.setAnonymousComments/);
  await own.getByRole('switch').click();
  await saved;
  await expect(own.getByRole('switch')).not.toBeChecked();
  await call(page, 'account.signOut', {});
  await page.goto(`/search?story=${story.id}`);
  await field(page).fill('');
  await expect(page.getByText('Para comentar esta historia necesitas una cuenta.')).toBeVisible();
  await expectNoViolations(page, 'members only');
});
