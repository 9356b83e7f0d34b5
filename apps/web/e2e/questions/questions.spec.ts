import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  call,
  confirmByMail,
  createAccount,
  expect,
  newUser,
  readLink,
  signIn,
  signInAsNewUser,
  signUp,
  test,
} from '../testing/fixtures.ts';
import { holdAnswers } from '../testing/changed-answers.ts';
import { dialog, lookAgain, main, openBrowser, toast, visit, waitForCall } from '../testing/people.ts';
import { play } from '../testing/player.ts';
import {
  expectRecorded,
  recordButton,
  saveAs,
  saveButton,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';

const question = '¿Cómo conociste a mi abuelo?';

/** Creates a question on the screen, and returns the link from its sheet. */
async function ask(page: Page): Promise<string> {
  await visit(page, '/pide');
  const answered = page.waitForResponse(
    (response) => /questions\.create/.test(response.url()) && response.ok(),
  );
  await main(page).getByLabel('Tu pregunta').fill(question);
  await main(page).getByRole('button', { name: 'Crear enlace' }).click();
  const body: unknown = await (await answered).json();
  await expect(dialog(page)).toHaveAccessibleName('Tu enlace está listo');
  await expect(dialog(page).getByRole('img', { name: `Código QR de «${question}»` })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click();
  return /https?:\/\/[^"]+#token=[\w-]+/.exec(JSON.stringify(body))?.[0] ?? '';
}

test(
  'a question that a visitor follows is answered for its asker alone, who is notified and hears it',
  { tag: '@firefox-long' },
  async ({ page, browser }) => {
    const asker = newUser();
    const askerPage = await openBrowser(browser, asker);
    const link = await ask(askerPage);

    await page.goto(link);
    await expect(page).toHaveURL(/\/record$/);
    await expect(main(page).getByText(`@${asker.username} te pide una historia`)).toBeVisible();
    await expect(main(page).getByRole('heading', { name: question })).toBeVisible();
    const answerer = newUser();
    await recordButton(page).click();
    await signUp(page, answerer);
    await confirmByMail(page, answerer);
    await signIn(page, answerer);
    await expect(page.getByText(question)).toBeVisible();
    await page.getByRole('link', { name: 'Grabar mi historia' }).click();

    await recordButton(page).click();
    await expectRecorded(page, 2);
    await stopRecording(page);
    await expect(page.getByRole('radio', { name: `Solo @${asker.username}` })).toBeChecked();
    await saveAs(page, 'En el baile', `Solo la puede oír @${asker.username}.`);
    await expect(storyCard(page, 'En el baile').getByText(`Solo para @${asker.username}`)).toBeVisible();
    // After the answer, the recorder offers an idea again.
    await visit(page, '/record');
    await expect(main(page).getByRole('button', { name: 'Otra idea' })).toBeVisible();

    await visit(askerPage, '/avisos');
    await main(askerPage)
      .getByRole('link', { name: /respondió a tu pregunta con «En el baile»/ })
      .click();
    const heard = storyCard(askerPage, 'En el baile');
    await expect(heard.getByText('Responde a tu pregunta:')).toBeVisible();
    await expect(heard.getByRole('button', { name: /voto|Comentario|Compartir/ })).toHaveCount(0);
    await expect(heard.getByRole('button', { name: 'Reportar' })).toBeVisible();
    await play(heard).click();
    await expect(heard.getByRole('button', { name: /^Pausar/ })).toBeVisible();

    await visit(page, '/profile');
    await storyCard(page, 'En el baile').getByRole('button', { name: 'Dejar de compartir' }).click();
    await expect(page.getByText('Ahora solo la oyes tú')).toBeVisible();
    await visit(askerPage, '/pide');
    await expect(main(askerPage).getByRole('button', { name: `Anular enlace: ${question}` })).toBeVisible();
    await main(askerPage).getByRole('link', { name: question }).click();
    await expect(askerPage.getByRole('heading', { name: 'Aún no hay respuestas' })).toBeVisible();
  },
);

test(
  'a sign-out forgets the question, and a withdrawn link says so and leads to the recorder',
  { tag: '@firefox-long' },
  async ({ page, browser }) => {
    const asker = await signInAsNewUser(page);
    // The answer arrives after the asker has left. Asking again shows a link of the same question.
    const { made, release } = await holdAnswers(page, 'questions.create');
    await page.goto('/pide');
    await main(page).getByLabel('Tu pregunta').fill(question);
    await main(page).getByRole('button', { name: 'Crear enlace' }).click();
    await made;
    await visit(page, '/search');
    await expect(page.getByLabel('Buscar historias...')).toBeVisible();
    await waitForCall(page, /questions\.create/, async () => release());
    await visit(page, '/pide');
    await expect(main(page).getByLabel('Tu pregunta')).toHaveValue(question);
    const link = await ask(page);
    await expect(main(page).getByRole('link', { name: question })).toHaveCount(1);
    const visitor = await openBrowser(browser, newUser());
    await visitor.goto(link);
    await expect(main(visitor).getByRole('heading', { name: question })).toBeVisible();
    await call(visitor, 'account.signOut', {});
    await lookAgain(visitor);
    await expect(main(visitor).getByRole('button', { name: 'Otra idea' })).toBeVisible();
    await visitor.reload();
    await expect(main(visitor).getByRole('button', { name: 'Otra idea' })).toBeVisible();

    // A press of the visitor who turns out to be the asker records no answer.
    await visit(visitor, link);
    await expect(main(visitor).getByRole('heading', { name: question })).toBeVisible();
    await recordButton(visitor).click();
    await dialog(visitor).getByRole('button', { name: 'Iniciar Sesión' }).click();
    await signIn(visitor, asker);
    await expectRecorded(visitor, 1);
    await stopRecording(visitor);
    await expect(saveButton(visitor)).toBeVisible();
    await expect(visitor.getByRole('radio', { name: `Solo @${asker.username}` })).toHaveCount(0);

    // Firefox focuses only in the window in front.
    await page.bringToFront();
    await main(page)
      .getByRole('button', { name: `Anular enlace: ${question}` })
      .click();
    await dialog(page).getByRole('button', { name: 'Anular enlace' }).click();
    const row = main(page).getByRole('listitem').filter({ hasText: question });
    await expect(row).toContainText('Anulada');
    await expect(row).toBeFocused();

    await visit(visitor, link);
    await expect(main(visitor).getByText('Quien te lo envió lo anuló.')).toBeVisible();
    await main(visitor).getByRole('link', { name: 'Contar otra historia' }).click();
    await expect(main(visitor).getByRole('button', { name: 'Otra idea' })).toBeVisible();
  },
);

test('an idea that replaces a typed question can be undone', async ({ page }) => {
  await signInAsNewUser(page);
  await page.goto('/pide');
  const field = main(page).getByLabel('Tu pregunta');
  const ideas = main(page).getByRole('list', { name: 'O elige una de estas' }).getByRole('button');
  const other = '¿Qué hacías cuando tenías mi edad?';
  await ideas.first().click();
  await expect(ideas.first()).toHaveAttribute('aria-pressed', 'true');
  await ideas.filter({ hasText: other }).click();
  await expect(toast(page, 'Deshacer')).toHaveCount(0);
  await field.fill(question);
  await ideas.filter({ hasText: other }).click();
  await expect(field).toHaveValue(other);
  await toast(page, 'Deshacer').getByRole('button', { name: 'Deshacer' }).click();
  await expect(field).toHaveValue(question);
});

test('the question of a user is not for the next one, who never saw a sign-out', async ({ page }) => {
  await signInAsNewUser(page);
  const asked = { id: randomUUID(), text: question, isOnce: true };
  const { url } = await call<{ readonly url: string }>(page, 'questions.create', asked);
  const next = newUser();
  await createAccount(next);
  await signInAsNewUser(page);
  await page.goto(url);
  await expect(main(page).getByRole('heading', { name: question })).toBeVisible();
  await call(page, 'account.requestPasswordReset', { email: next.email });
  await page.goto(await readLink(next.email, { path: '/restablecer' }));
  await page.getByLabel('Contraseña nueva').fill('colorín colorado 8');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Ya estás en tu cuenta.')).toBeVisible();
  await page.goto('/record');
  await expect(main(page).getByRole('button', { name: 'Otra idea' })).toBeVisible();
});
