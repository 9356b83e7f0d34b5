import { setHeardWords, speakWords } from '../testing/server/fake-transcriber.ts';
import { expect, signInAsNewUser, test } from '../testing/fixtures.ts';
import { record, saveAs, storyCard } from '../testing/recorder.ts';
import { patience } from '../testing/slowness.ts';

const english = 'And then the train was late and we had to wait for it with all of the others';
const note = 'Revisa este texto: quizá no es lo que dijiste';

test.afterEach(() => setHeardWords(null));

test('REL-37: a text that does not look Spanish is marked for its author, and the story is saved', async ({
  page,
}) => {
  setHeardWords(speakWords(english, 2_000));
  await signInAsNewUser(page);
  await record(page);
  await expect(page.getByText(note)).toBeVisible({ timeout: 60_000 * patience });
  await expect(page.getByRole('listbox', { name: 'Transcripción' })).toContainText('the train was late');
  await saveAs(page, 'El tren');
  const card = storyCard(page, 'El tren');
  await expect(card.getByText(note)).toBeVisible();

  await test.step('until they change it', async () => {
    await card.getByRole('button', { name: 'Editar historia' }).click();
    const sheet = page.getByRole('dialog', { name: 'Editar historia' });
    await expect(sheet.getByText(note)).toBeVisible();
    await sheet.getByRole('button', { name: 'Editar', exact: true }).click();
    await sheet.getByRole('textbox', { name: 'Transcripción' }).fill('Y el tren llegó tarde.');
    await sheet.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(card.getByText('Y el tren llegó tarde.')).toBeVisible();
    await expect(card.getByText(note)).toHaveCount(0);
  });
});
