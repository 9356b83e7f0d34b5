import type { Page } from '@playwright/test';
import { holdCalls } from '../testing/changed-answers.ts';
import { call, expect, newUser, query, signInAsNewUser, startSession, test } from '../testing/fixtures.ts';
import { dialog, main, toast, waitForCall } from '../testing/people.ts';
import { miniPlayer, pause, sliderSeconds, uploadStories } from '../testing/player.ts';

test.use({ hasTouch: true });

const text = (page: Page) => page.getByRole('group', { name: /^Transcripción/ });
const signInAsModerator = (page: Page) => signInAsNewUser(page, newUser(), 'moderator');
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });

test('a listener explains a word by the keyboard; after the author accepts, all read it at the word and hear it in the list, until a moderator removes it', async ({
  page,
}) => {
  const { person, told } = await uploadStories(page, [
    { title: 'El pueblo', transcript: 'Aquel día perdimos la guagua del pueblo.' },
  ]);
  const [{ id, title }] = told as [{ id: string; title: string }];
  const read = async () =>
    (await query<{ transcriptWords: unknown[] | null }>(page, 'stories.byId', { id })).transcriptWords ?? [];
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0);
  const listener = await signInAsNewUser(page);

  await test.step('the listener, by the keyboard', async () => {
    await page.goto(`/?story=${id}`);
    await expect(main(page).getByRole('button', { name: 'Dejar una señal' })).toBeVisible();
    await text(page).focus();
    for (let word = 0; word < 5; word += 1) await text(page).press('ArrowRight');
    await text(page).press('Enter');
    await button(page, 'Explicar esta palabra').press('Enter');
    await expect(dialog(page)).toHaveAccessibleName('¿Qué quiere decir?');
    await expect(dialog(page).getByText('«guagua»')).toBeVisible();
    const field = dialog(page).getByLabel('Lo que quiere decir');
    await field.fill('mira ejemplo.com');
    await expect(dialog(page).getByText('Escribe la explicación sin enlaces ni etiquetas')).toBeVisible();
    await field.fill('autobús');
    await expect(button(page, 'Enviar')).toBeDisabled();
    for (const region of ['Canarias', 'Caribe']) await button(page, region).press('Space');
    await waitForCall(page, /corrections\.explain/, () => field.press('Enter'));
    await expect(toast(page, 'Gracias. Tu explicación ya está enviada.')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step('the author, with one tap', async () => {
    await page.context().clearCookies();
    await startSession(page, person);
    await page.goto(`/?story=${id}`);
    await main(page).getByRole('button', { name: 'Propuestas (1)' }).tap();
    const row = dialog(page).getByRole('listitem').filter({ hasText: '«autobús»' });
    await expect(row).toContainText('Canarias y Caribe');
    await row.getByRole('button', { name: 'Aceptar' }).tap();
    await expect(row.getByText('Aceptada')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step('a visitor, by a tap and by the keyboard', async () => {
    await page.context().clearCookies();
    await page.goto(`/?story=${id}`);
    await expect(main(page).getByRole('button', { name: 'Palabras explicadas (1)' })).toBeVisible();
    const note = page.locator('[popover]');
    await text(page).locator('[data-word="4"]').tap();
    await expect(note).toContainText('guagua: autobús');
    // The tap still seeks to the word.
    await expect.poll(() => sliderSeconds(page)).toBeGreaterThan(0);
    const said = page.getByText('guagua: autobús (Canarias y Caribe)');
    await expect(said).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(note).toHaveCount(0);
    await text(page).focus();
    await text(page).press('ArrowLeft');
    await text(page).press('ArrowRight');
    await expect(note).toBeVisible();
    await text(page).press('ArrowRight');
    await expect(note).toHaveCount(0);
  });

  await page.getByRole('button', { name: 'Palabras explicadas (1)' }).click();
  await expect(dialog(page).getByRole('link', { name: `@${listener.username}` })).toBeVisible();
  await dialog(page).getByRole('link', { name: 'Ver todas las palabras' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await main(page).getByRole('link', { name: 'Caribe' }).click();
  await expect(page).toHaveURL('/palabras/caribe');
  await main(page)
    .getByRole('button', { name: `Escuchar «guagua» en «${title}»` })
    .tap();
  await expect(pause(miniPlayer(page))).toBeVisible();
  await main(page).getByRole('link', { name: title }).click();
  // The link's second outweighs the excerpt.
  await expect(pause(page.getByRole('article'))).toBeVisible();
  await expect.poll(() => sliderSeconds(page)).toBeGreaterThan(0);
  // It also moves the story that plays already.
  await page.getByRole('slider').fill('50');
  await expect.poll(() => sliderSeconds(page)).toBeGreaterThanOrEqual(50);
  await page.goBack();
  await expect(page).toHaveURL('/palabras/caribe');
  await main(page).getByRole('link', { name: title }).click();
  await expect(pause(page.getByRole('article'))).toBeVisible();
  await expect.poll(() => sliderSeconds(page)).toBeLessThan(50);

  await test.step('a moderator, with a reason that the listener reads and may appeal', async () => {
    await signInAsModerator(page);
    await page.goto(`/?story=${id}`);
    await main(page).getByRole('button', { name: 'Palabras explicadas (1)' }).click();
    await button(page, 'Quitar la explicación de «guagua»').click();
    await button(page, 'Acoso o bullying').click();
    await button(page, 'Confirmar').click();
    await expect(toast(page, 'Decisión guardada')).toBeVisible();
    await expect(dialog(page).getByText('Ya no hay palabras explicadas')).toBeVisible();
    await startSession(page, listener);
    await page.goto('/avisos');
    const notice = main(page)
      .getByRole('listitem')
      .filter({ hasText: 'Se quitó tu explicación de una palabra' });
    await expect(notice).toContainText('«guagua: autobús»');
    await expect(notice).toContainText('Norma: «Cuida a los demás».');
    await notice.getByRole('button', { name: 'Apelar' }).click();
    await notice.getByLabel('¿Por qué no estás de acuerdo?').fill('Así se dice en mi isla.');
    await notice.getByRole('button', { name: 'Enviar apelación' }).click();
    await expect(notice.getByText('En revisión')).toBeVisible();
  });

  await test.step('both sides read that it could not return to words that are gone', async () => {
    await startSession(page, person);
    await call(page, 'stories.update', { id, transcript: 'Aquel día perdimos el tren del pueblo.' });
    await signInAsModerator(page);
    await page.goto('/moderacion');
    await page.getByRole('button', { name: 'Apelaciones' }).click();
    const appeal = main(page).getByRole('listitem').filter({ hasText: 'Así se dice en mi isla.' });
    await expect(appeal).toContainText('Explicación quitada');
    await appeal.getByRole('button', { name: 'Aceptar' }).click();
    await button(page, 'Revisamos la decisión y era un error').click();
    await button(page, 'Confirmar').click();
    await expect(toast(page, 'Lo quitado no pudo volver')).toBeVisible();
    await startSession(page, listener);
    await page.goto('/avisos');
    await expect(main(page).getByText('No pudo volver: esas palabras ya no están en el texto')).toBeVisible();
  });
});

test('a decision about a word whose sheet was closed meanwhile leaves the sheet about the next word open', async ({
  page,
}) => {
  const { person, told } = await uploadStories(page, [
    { title: 'El pueblo', transcript: 'Aquel día perdimos la guagua del pueblo.' },
  ]);
  const [{ id }] = told as [{ id: string; title: string }];
  type Read = { transcriptWords: { text: string; startMs: number; endMs: number }[] | null };
  const read = async () => (await query<Read>(page, 'stories.byId', { id })).transcriptWords ?? [];
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0);
  await startSession(page, person);
  for (const word of await read()) {
    if (word.text !== 'guagua' && word.text !== 'perdimos') continue;
    const { text: said, startMs, endMs } = word;
    const explanation = { id, text: said, startMs, endMs, explanation: 'otra cosa', regions: ['caribe'] };
    await call(page, 'corrections.explain', explanation);
  }
  await signInAsModerator(page);
  await page.goto(`/?story=${id}`);
  await main(page).getByRole('button', { name: 'Palabras explicadas (2)' }).click();
  const release = await holdCalls(page, 'corrections.removeAsModerator');
  await button(page, 'Quitar la explicación de «guagua»').click();
  await button(page, 'Acoso o bullying').click();
  await button(page, 'Confirmar').click();
  // Escape closes the upper sheet alone.
  await page.keyboard.press('Escape');
  await button(page, 'Quitar la explicación de «perdimos»').click();
  await dialog(page).getByRole('textbox').fill('No es verdad');
  release();
  await expect(toast(page, 'Decisión guardada')).toBeVisible();
  await expect(dialog(page).getByRole('textbox')).toHaveValue('No es verdad');
});
