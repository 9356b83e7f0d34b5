import type { Page } from '@playwright/test';
import { call, expect, signInAsNewUser, startSession, test } from '../testing/fixtures.ts';
import { closeSheet, dialog, main, openBrowser, toast, visit, waitForCall } from '../testing/people.ts';
import { pause, play, uploadStories } from '../testing/player.ts';
import {
  expectRecorded,
  recordButton,
  saveAs,
  saveButton,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';

const region = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });

/** Opens the recorder from the screen of a story, and records an answer. */
async function answer(page: Page, id: string, button: string): Promise<void> {
  await visit(page, `/?story=${id}`);
  await main(page).getByRole('button', { name: button }).click();
  await expect(page).toHaveURL(/\/record$/);
}

async function recordSome(page: Page): Promise<void> {
  await recordButton(page).click();
  await expectRecorded(page, 2);
  await stopRecording(page);
}

test(
  'a voice reply waits for the author of the story, who is notified, approves it with one tap and hears it next',
  { tag: '@firefox-long' },
  async ({ page, browser }) => {
    const { person: author, told } = await uploadStories(page, [{ title: 'El baile' }]);
    const [{ id, title }] = told as [{ id: string; title: string }];
    const authorPage = await openBrowser(browser);
    await startSession(authorPage, author);
    await authorPage.goto('/profile');
    const choice = storyCard(authorPage, title).getByLabel('Respuestas con voz');
    await waitForCall(authorPage, /stories\.setReplies/, async () => {
      await choice.selectOption('Las oigo antes');
    });

    // The author's own reply waits for no approval.
    await answer(authorPage, id, 'Responder con tu voz');
    await recordSome(authorPage);
    const everyone = `Todos, después de la historia de @${author.username}`;
    await expect(authorPage.getByRole('radio', { name: everyone, exact: true })).toBeChecked();
    await authorPage.getByRole('button', { name: 'Repetir' }).click();
    await authorPage.getByRole('button', { name: 'Borrar y repetir' }).click();
    await expect(recordButton(authorPage)).toBeVisible();

    await signInAsNewUser(page);
    await answer(page, id, 'Responder con tu voz');
    await expect(main(page).getByText(`Le respondes a @${author.username}`)).toBeVisible();
    await expect(main(page).getByText('Hasta 60 segundos')).toBeVisible();
    await recordSome(page);
    await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue(/^Respuesta de @/);
    await expect(page.getByRole('radio', { name: `${everyone}, cuando te dé paso` })).toBeChecked();
    await saveButton(page).click();
    await expect(toast(page, `Se oirá cuando @${author.username} la deje oír.`)).toBeVisible();
    await expect(storyCard(page, 'Respuesta de').getByText(/^Espera a que/)).toBeVisible();

    await visit(authorPage, '/avisos');
    await main(authorPage)
      .getByRole('link', { name: /te respondió de viva voz con «Respuesta de/ })
      .click();
    const reply = authorPage.getByRole('article').filter({ hasText: 'Responde a' });
    await expect(play(reply)).toBeVisible();
    await authorPage.getByRole('button', { name: 'Volver' }).click();
    await expect(authorPage.getByRole('main', { name: 'Avisos' })).toBeFocused();
    await authorPage.goForward();
    await reply.getByRole('button', { name: /^Dejar que se oiga/ }).click();
    await expect(toast(authorPage, 'Ya se oye después de tu historia')).toBeVisible();
    await reply.getByRole('link', { name: `«${title}»` }).click();
    await expect(main(authorPage)).toBeFocused();
    const thread = region(authorPage, 'Respuestas con voz');
    await expect(thread.getByRole('button', { name: /^Quitar: / })).toBeVisible();
    await play(authorPage.getByRole('article')).click();
    await authorPage.getByRole('button', { name: 'A continuación' }).click();
    await expect(
      authorPage.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Respuesta de' }),
    ).toHaveCount(1);

    await closeSheet(authorPage);
    await play(thread).click();
    await expect(pause(thread)).toBeVisible();
    await thread.getByRole('button', { name: /^Quitar: / }).click();
    await dialog(authorPage).getByRole('button', { name: 'Quitar' }).click();
    await expect(toast(authorPage, 'Ya no está entre las respuestas')).toBeVisible();
    await expect(thread).toBeFocused();
  },
);

test(
  'a follow-up and its story link to each other, also in their tree',
  { tag: '@firefox-long' },
  async ({ page }) => {
    const { told } = await uploadStories(page, [{ title: 'El baile' }]);
    const [{ id, title }] = told as [{ id: string; title: string }];
    await signInAsNewUser(page);
    await answer(page, id, 'Esto me recordó…');
    const asked = main(page).getByText(/^Una historia tuya que nace de la de/);
    await expect(asked).toBeVisible();
    // Another visit to the recorder does not answer the story.
    await page.goBack();
    await page.getByRole('button', { name: 'Grabar', exact: true }).first().click();
    await expect(recordButton(page)).toBeVisible();
    await expect(asked).toHaveCount(0);
    await answer(page, id, 'Esto me recordó…');
    await expect(asked).toBeVisible();
    await recordSome(page);
    await expect(page.getByRole('radio', { name: 'Solo yo, por ahora' })).toBeChecked();
    await page.getByRole('radio', { name: 'Todos: publicarla' }).check();
    await saveAs(page, 'La verbena');

    await storyCard(page, 'La verbena')
      .getByRole('link', { name: `«${title}»` })
      .click();
    await expect(main(page).getByRole('heading', { name: title })).toBeVisible();
    const grown = region(page, 'Historias que nacieron de esta');
    await grown.getByRole('link', { name: 'La verbena' }).click();
    await expect(page.getByRole('article').getByText('Nació de')).toBeVisible();
    await page.getByRole('link', { name: 'Ver el árbol' }).click();
    await region(page, 'De dónde viene').getByRole('link', { name: title }).click();
    await expect(region(page, 'Esta historia').getByText(title)).toBeVisible();
    await region(page, 'Historias que nacieron de esta').getByRole('link', { name: 'La verbena' }).click();
    await expect(region(page, 'Esta historia').getByText('La verbena')).toBeVisible();

    await test.step('without a title that has a muted word', async () => {
      await call(page, 'blocks.muteWord', { word: 'baile' });
      await page.reload();
      const from = region(page, 'De dónde viene');
      await expect(from.getByRole('link', { name: 'Título con una palabra que silenciaste' })).toBeVisible();
      await page.getByRole('link', { name: 'Ir a la historia' }).click();
      const card = page.getByRole('article');
      await expect(
        card.getByRole('link', { name: / Título con una palabra que silenciaste$/ }),
      ).toBeVisible();
      await expect(page.getByText(title)).toHaveCount(0);
    });
  },
);
