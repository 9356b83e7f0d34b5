import type { Locator, Page } from '@playwright/test';
import { readAudio, watchAudio } from '../testing/audio-element.ts';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { setHeardWords, speakWords } from '../testing/server/fake-transcriber.ts';
import { call, expect, query, signInAsNewUser, test } from '../testing/fixtures.ts';
import { closeSheet } from '../testing/people.ts';
import { miniPlayer, pause, play } from '../testing/player.ts';
import { expectRecorded, storyCard } from '../testing/recorder.ts';
import { untilJob } from '../testing/server/until-job.ts';
import { uploadStory } from '../testing/server/upload-story.ts';
import { patience } from '../testing/slowness.ts';

const telling =
  'Eran como las tres de la mañana y en la casa del pueblo no se oía nada, solo los grillos, y de repente escucho que alguien mueve la reja. Mi abuela agarró un mango verde de la canasta y esperó detrás de la puerta. Cuando el tipo se asomó, ¡zas!, se lo tiró.';
const doubtful = new Set(['reja.', 'canasta', 'asomó,']);
const spoken = speakWords(telling, 4_000).map(({ text, startMs, endMs }) => ({
  text,
  startMs,
  endMs,
  confidence: doubtful.has(text) ? 0.3 : 0.9,
}));
const startOf = (text: string) => (spoken.find((word) => word.text === text)?.startMs ?? Number.NaN) / 1000;

test.beforeEach(({ page }) => watchAudio(page));
test.afterEach(() => setHeardWords(null));

const listOf = (scope: Page | Locator) => scope.getByRole('listbox', { name: 'Transcripción' });
const wordOf = (scope: Page | Locator, name: string) =>
  listOf(scope).getByRole('option', { name, exact: true });
const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true });

interface SavedStory {
  readonly id: string;
  readonly transcript: string;
  readonly transcriptWords: readonly { readonly text: string; readonly startMs: number }[];
}

test('a doubtful word is heard, corrected, undone, redone and saved with its time', async ({ page }) => {
  setHeardWords(spoken);
  await signInAsNewUser(page);
  await page.goto('/record');
  await page.getByRole('main').getByRole('button', { name: 'Grabar' }).click();
  await expectRecorded(page, 4);
  await page.getByRole('main').getByRole('button', { name: 'Detener' }).click();
  const doubt = wordOf(page, 'canasta, quizá oímos mal');
  await expect(doubt).toBeVisible({ timeout: 60_000 * patience });

  await test.step('a press plays from the word, and opens its actions', async () => {
    await doubt.click();
    await expect
      .poll(async () => (await readAudio(page)).seconds)
      .toBeGreaterThanOrEqual(startOf('canasta') - 0.05);
    await expect(button(page, 'Desde aquí')).toBeVisible();
    await expectNoViolations(page, 'the actions of a word');
  });

  await test.step('correct it in its place', async () => {
    await button(page, 'Corregir').click();
    const field = page.getByRole('textbox', { name: 'Corregir «canasta»' });
    await expect(field).toBeFocused();
    await field.fill('cesta');
    await field.press('Enter');
    await expect(wordOf(page, 'cesta')).toBeVisible();
    await expect(listOf(page)).toBeFocused();
  });

  await test.step('undo and redo, by keyboard and by button', async () => {
    await page.keyboard.press('Control+z');
    await expect(doubt).toBeVisible();
    await button(page, 'Rehacer').click();
    await expect(wordOf(page, 'cesta')).toBeVisible();
    await button(page, 'Deshacer').click();
    await expect(doubt).toBeVisible();
    await button(page, 'Rehacer').click();
  });

  await test.step('the next doubt by keyboard alone', async () => {
    await listOf(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(wordOf(page, 'asomó, quizá oímos mal')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(button(page, 'Corregir')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Corregir')).toBeHidden();
    await expect(listOf(page)).toBeFocused();
  });

  await page.getByRole('textbox', { name: 'Título' }).fill('El mango');
  await button(page, 'Guardar mi historia').click();
  await expect(page.getByText('Historia guardada')).toBeVisible();
  const { items } = await query<{ items: SavedStory[] }>(page, 'stories.mine', {});
  const story = await query<SavedStory>(page, 'stories.byId', { id: items[0]?.id ?? '' });
  expect(story.transcript).toBe(telling.replace('canasta', 'cesta'));
  expect(story.transcriptWords.map(({ text, startMs }) => [text, startMs])).toEqual(
    spoken.map(({ text, startMs }) => [text === 'canasta' ? 'cesta' : text, startMs]),
  );
});

test('an author corrects a saved story, downloads its text, and has it transcribed again', async ({
  page,
}) => {
  await signInAsNewUser(page);
  setHeardWords(spoken);
  const id = await uploadStory(page, { title: 'El mango' });
  const read = async () => query<SavedStory & { transcriptStatus: string }>(page, 'stories.byId', { id });
  await expect.poll(async () => (await read()).transcriptStatus, untilJob).toBe('ready');
  await page.goto('/profile');
  const card = storyCard(page, 'El mango');
  const sheet = page.getByRole('dialog', { name: 'Editar historia' });
  const corrected = telling.replace('reja.', 'verja.');

  await test.step('an unsaved correction survives a reload, Escape closes the actions alone', async () => {
    await button(card, 'Editar historia').click();
    await wordOf(sheet, 'reja, quizá oímos mal').click();
    await page.keyboard.press('Escape');
    await expect(button(sheet, 'Corregir')).toBeHidden();
    await wordOf(sheet, 'reja, quizá oímos mal').click();
    await button(sheet, 'Corregir').click();
    await sheet.getByRole('textbox', { name: 'Corregir «reja.»' }).fill('verja.');
    // A tap on another word keeps the typed text.
    await wordOf(sheet, 'mango').click();
    await expect(wordOf(sheet, 'verja.')).toBeVisible();
    await page.reload();
    await button(card, 'Editar historia').click();
    await expect(listOf(sheet)).toHaveText(corrected);
    await button(sheet, 'Guardar cambios').click();
    await expect(sheet).toBeHidden();
    expect((await read()).transcript).toBe(corrected);
  });

  await test.step('a text that changed meanwhile is replaced only by a second save', async () => {
    await button(card, 'Editar historia').click();
    await wordOf(sheet, 'mango').click();
    await button(sheet, 'Corregir').click();
    const field = sheet.getByRole('textbox', { name: 'Corregir «mango»' });
    await field.fill('plátano');
    await field.press('Enter');
    await expect(wordOf(sheet, 'plátano')).toBeVisible();
    await call(page, 'stories.update', { id, transcript: `${corrected} Fin.` });
    await button(sheet, 'Guardar cambios').click();
    await expect(page.getByText(/Tu texto sigue aquí/)).toBeVisible();
    expect((await read()).transcript).toBe(`${corrected} Fin.`);
    await expect(wordOf(sheet, 'plátano')).toBeVisible();
    await button(sheet, 'Guardar cambios').click();
    await expect(sheet).toBeHidden();
    expect((await read()).transcript).toBe(corrected.replace('mango', 'plátano'));
    await call(page, 'stories.update', { id, transcript: corrected });
  });

  await test.step('the player of the sheet leaves that of the card, over which no mini player lies', async () => {
    await play(card).click();
    await pause(card).click();
    await page.getByRole('main').getByRole('link', { name: 'Colecciones' }).click();
    await expect(miniPlayer(page)).toBeVisible();
    await page.goBack();
    await expect(miniPlayer(page)).toHaveCount(0);
    await button(card, 'Editar historia').click();
    await expect(play(sheet)).toBeVisible();
    await closeSheet(page);
    await expect(miniPlayer(page)).toHaveCount(0);
  });

  await test.step('download it, and load it as captions', async () => {
    await page.goto(`/?story=${id}`);
    await button(page, 'Descargar el texto').click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Subtítulos (.srt)' }).click();
    expect((await download).suggestedFilename()).toBe('El mango.srt');
    const cues = await page.evaluate(
      async (src) =>
        new Promise<string[]>((resolve) => {
          const video = document.createElement('video');
          const track = document.createElement('track');
          track.kind = 'captions';
          track.src = src;
          track.addEventListener('load', () =>
            resolve(Array.from(track.track.cues ?? [], (cue) => String(Reflect.get(cue, 'text')))),
          );
          video.append(track);
          track.track.mode = 'hidden';
          document.body.append(video);
        }),
      `/transcript/${id}.vtt`,
    );
    expect(cues.join(' ')).toBe(corrected);
  });

  await test.step('transcribe again: keep the corrections, then replace them', async () => {
    const again = page.getByRole('dialog', { name: '¿Transcribir de nuevo?' });
    for (const [choice, expected] of [
      ['Conservar mi texto', corrected],
      ['Cambiarlo y perder mis cambios', telling],
    ] as const) {
      await page.goto('/profile');
      await button(card, 'Editar historia').click();
      await expect(sheet.getByText(/^Lo escribió: assemblyai/)).toBeVisible();
      await button(sheet, 'Transcribir de nuevo').click();
      await button(again, choice).click();
      await expect(page.getByText('La estamos transcribiendo')).toBeVisible();
      await expect
        .poll(async () => Reflect.get(Object(Reflect.get(await read(), 'transcription')), 'status'), untilJob)
        .toBe('completed');
      expect((await read()).transcript).toBe(expected);
    }
  });
});
