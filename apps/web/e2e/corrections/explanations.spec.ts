import type { Page } from '@playwright/test';
import { expect, query, signInAsNewUser, startSession, test } from '../testing/fixtures.ts';
import { dialog, main, toast, waitForCall } from '../testing/people.ts';
import { miniPlayer, pause, sliderSeconds, uploadStories } from '../testing/player.ts';

test.use({ hasTouch: true });

const text = (page: Page) => page.getByRole('group', { name: /^Transcripción/ });
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });

test('a listener explains a word by the keyboard; once its author accepts it, all read it at the word and hear it in the list', async ({
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
    // The tap still goes to the word.
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
  await expect(text(page)).toBeVisible();
});
