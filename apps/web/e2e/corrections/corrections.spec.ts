import type { Page } from '@playwright/test';
import { getServedDatabase } from '../testing/server/serve-relato.ts';
import {
  call,
  expect,
  newUser,
  query,
  signIn,
  signInAsNewUser,
  startSession,
  test,
} from '../testing/fixtures.ts';
import { readAudio, watchAudio } from '../testing/audio-element.ts';
import { holdCalls } from '../testing/changed-answers.ts';
import { closeSheet, dialog, toast, waitForCall } from '../testing/people.ts';
import { sliderSeconds, uploadStories } from '../testing/player.ts';

const transcript = 'Mi abuela cantaba bajito. Nadie volvió a sia la barca.';

interface Told {
  readonly transcript: string;
  readonly transcriptWords: { text: string; startMs: number; endMs: number; confidence?: number | null }[];
}

/** Creates a story with this text, whose last word the transcriber doubts, and signs the page out. */
async function tell(page: Page) {
  const { person, told } = await uploadStories(page, [{ title: 'La barca', transcript }]);
  const [{ id }] = told as [{ id: string; title: string }];
  const read = async () => (await query<Told>(page, 'stories.byId', { id })).transcriptWords ?? [];
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0);
  const words = (await read()).map(({ text, startMs, endMs }) => ({
    text,
    startMs,
    endMs,
    confidence: text === 'barca.' ? 0.2 : 0.9,
  }));
  const { prisma } = await getServedDatabase();
  await prisma.story.update({ where: { id }, data: { transcriptWords: words } });
  return { person, id, words };
}

const text = (page: Page) => page.getByRole('group', { name: /^Transcripción/ });
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });
const field = (page: Page) => dialog(page).getByLabel('Lo que se dijo');
const readDotted = (page: Page) =>
  page.evaluate(() => Array.from(CSS.highlights.get('doubt') ?? [], String).map((each) => each.trim()));

/** Moves to a word with the keyboard, and opens its correction. */
async function choose(page: Page, index: number): Promise<void> {
  await text(page).focus();
  for (let word = 0; word < index; word += 1) await text(page).press('ArrowRight');
  await text(page).press('Enter');
  await button(page, 'Corregir estas palabras').click();
  await expect(field(page)).toBeVisible();
}

test(
  'a listener corrects a word; the author hears it and accepts with one tap, and may let the listeners decide, and the listener is thanked',
  { tag: '@firefox-long' },
  async ({ page }) => {
    await watchAudio(page);
    const { person, id } = await tell(page);
    const listener = await signInAsNewUser(page);
    await page.goto(`/?story=${id}`);
    await expect.poll(() => readDotted(page)).toEqual(['barca.']);

    await test.step('words that ran together, by the keyboard', async () => {
      await choose(page, 8);
      await expect(dialog(page)).toHaveAccessibleName('¿Qué se dijo?');
      await expect(field(page)).toHaveValue('sia');
      await expect(button(page, 'Enviar')).toBeDisabled();
      const after = button(page, 'Añadir la palabra de después');
      for (const quote of ['«sia la»', '«sia la barca.»']) {
        await after.click();
        await expect(dialog(page).getByText(quote)).toBeVisible();
      }
      // The sheet and its focus do not change when the range includes a doubtful word.
      await expect(dialog(page)).toHaveAccessibleName('¿Qué se dijo?');
      await expect(after).toBeFocused();
      await closeSheet(page);
      await choose(page, 0);
      await button(page, 'Añadir la palabra de antes').click();
      await expect(dialog(page).getByText('«a sia»')).toBeVisible();
      await field(page).fill('mira ejemplo.com');
      await expect(
        dialog(page).getByText('Escribe solo lo que se oye, sin enlaces ni etiquetas'),
      ).toBeVisible();
      await expect(button(page, 'Enviar')).toBeDisabled();
      await field(page).fill('hacia');
      const release = await holdCalls(page, 'corrections.propose');
      await field(page).press('Enter');
      // Success deletes the draft, with anything typed during the call.
      await expect(field(page)).not.toBeEditable();
      release();
      await expect(toast(page, 'Gracias. Tu corrección ya está enviada.')).toBeVisible();
      await expect(dialog(page)).toHaveCount(0);
    });

    await test.step('the doubtful one, by its question', async () => {
      await page.getByRole('button', { name: 'Revisar palabras dudosas' }).click();
      await expect(dialog(page)).toHaveAccessibleName('¿Oíste bien?');
      await field(page).fill('balsa.');
      await waitForCall(page, /corrections\.propose/, () => button(page, 'Enviar').click());
      await expect(dialog(page)).toHaveCount(0);
    });

    await page.context().clearCookies();
    await startSession(page, person);
    await page.goto(`/?story=${id}`);
    await page.getByRole('button', { name: 'Propuestas (2)' }).click();
    const rows = dialog(page).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    const first = rows.filter({ hasText: '«hacia»' });
    await expect(first.getByRole('link', { name: `@${listener.username}` })).toBeVisible();
    await first.getByRole('button', { name: /^Escuchar estas palabras/ }).click();
    await expect.poll(async () => (await readAudio(page)).seconds).toBeGreaterThan(0);
    // The words play alone: the story stays where the listener left it.
    expect(await sliderSeconds(page)).toBe(0);
    // The second tap of a double tap must not decide about another proposal.
    await first.getByRole('button', { name: 'Aceptar' }).dblclick();
    await expect(first.getByText('Aceptada')).toBeFocused();
    await expect(dialog(page).getByRole('region', { name: 'Ya en el texto' })).toContainText(
      '«a sia»«hacia»',
    );
    await rows.filter({ hasText: '«balsa.»' }).getByRole('button', { name: 'Descartar' }).click();
    await expect(dialog(page).getByText('Descartada')).toBeVisible();
    const decide = dialog(page).getByRole('switch', { name: 'Que decidan los oyentes' });
    await waitForCall(page, /setListenersDecide/, () => decide.check());
    await expect(decide).toBeChecked();
    await closeSheet(page);
    await expect(text(page)).toHaveText('Mi abuela cantaba bajito. Nadie volvió hacia la barca.');
    await expect(page.getByText('Texto cuidado por')).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: `@${listener.username}` })
      .click();
    await expect(page).toHaveURL(`/u/${listener.username}`);
  },
);

test('three listeners who agree change the text if its author lets them, and a draft survives signing in', async ({
  page,
}) => {
  const { person, id, words } = await tell(page);
  await startSession(page, person);
  await call(page, 'stories.setListenersDecide', { id, listenersDecide: true });

  const last = words.at(-1);
  const third = newUser();
  for (const listener of [newUser(), newUser(), third]) {
    await signInAsNewUser(page, listener);
    if (listener === third || !last) continue;
    const { startMs, endMs } = last;
    await call(page, 'corrections.propose', { id, startMs, endMs, text: 'barca.', said: 'balsa.' });
  }
  await page.context().clearCookies();
  const { prisma } = await getServedDatabase();
  // The proposals of new accounts do not count.
  await prisma.$executeRaw`UPDATE users SET created_at = now() - interval '30 days'
    WHERE id IN (SELECT user_id FROM corrections WHERE story_id = ${id}::uuid) OR email = ${third.email}`;
  await page.goto(`/?story=${id}`);
  await page.getByRole('button', { name: 'Revisar palabras dudosas' }).click();
  await field(page).fill('la balsa');
  await button(page, 'Enviar').click();
  const ask = page.getByText('Inicia sesión para enviar tu corrección');
  await expect(ask).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ask).toHaveCount(0);
  await expect(field(page)).toHaveValue('la balsa');
  await field(page).fill('¡Balsa!');
  await button(page, 'Enviar').click();
  await waitForCall(page, /corrections\.propose/, () => signIn(page, third));
  await expect(toast(page, 'El texto ya está corregido')).toBeVisible();
  await expect(text(page)).toHaveText('Mi abuela cantaba bajito. Nadie volvió a sia la balsa.');
  await expect.poll(() => readDotted(page)).toEqual([]);
  await expect(page.getByText(/Texto cuidado por .*1 más/)).toBeVisible();
});
