import type { Page } from '@playwright/test';
import { withoutFirstData } from '../testing/changed-answers.ts';
import { expect, test, signInAsNewUser } from '../testing/fixtures.ts';
import {
  expectRecorded,
  record,
  saveAs,
  startRecording,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';

test.beforeEach(async ({ page }) => {
  await signInAsNewUser(page);
  await withoutTranscriber(page);
});

interface Answer {
  result?: { data: { json: object } };
}

/** Answers like a server without a transcriber. */
async function withoutTranscriber(page: Page): Promise<void> {
  const without: Readonly<Record<string, (json: object) => object>> = {
    'settings.public': (json) => ({ ...json, transcription: false }),
    'transcription.status': () => ({ status: 'off' }),
  };
  await withoutFirstData(page);
  await page.route('**/trpc/**', async (route) => {
    const procedures = decodeURIComponent(new URL(route.request().url()).pathname)
      .replace('/trpc/', '')
      .split(',');
    if (!procedures.some((procedure) => procedure in without)) return route.continue();
    const response = await route.fetch();
    const answers: Answer[] = await response.json();
    const json = answers.map(({ result }, index) => {
      const change = without[procedures[index] ?? ''];
      return result && change ? { result: { data: { json: change(result.data.json) } } } : answers[index];
    });
    return route.fulfill({ response, json });
  });
}

/** Fakes speech recognition, which hears these words, some of them provisionally, or fails with this error. */
async function withRecognition(page: Page, heard: { words?: readonly string[]; error?: string }) {
  await page.addInitScript(({ words = [], error }) => {
    class FakeRecognition {
      lang = '';
      continuous = false;
      interimResults = false;
      onresult: ((event: object) => void) | null = null;
      onerror: ((event: object) => void) | null = null;
      onend: (() => void) | null = null;

      start() {
        Object.assign(window, { listening: `${this.lang} ${this.continuous} ${this.interimResults}` });
        queueMicrotask(() => {
          if (error !== undefined) {
            this.onerror?.({ error });
            this.onend?.();
          }
          const results = words.map((transcript) => Object.assign([{ transcript }], { isFinal: true }));
          const maybe = Object.assign([{ transcript: 'quizás' }], { isFinal: false });
          if (words.length > 0) this.onresult?.({ resultIndex: 0, results: [...results, maybe] });
        });
      }

      stop() {
        this.onend?.();
      }
    }
    Object.defineProperty(window, 'SpeechRecognition', { value: FakeRecognition, configurable: true });
  }, heard);
}

test('L338: without a transcriber on the server the text of the browser is kept and announced', async ({
  page,
}) => {
  await withRecognition(page, { words: ['había una vez', 'un tren'] });
  await record(page);
  expect(await page.evaluate(() => Reflect.get(window, 'listening'))).toBe('es-419 true true');
  await expect(page.getByText('había una vez un tren')).toBeVisible();
  await expect(page.getByText('quizás')).toHaveCount(0);
  await expect(
    page.getByText('Lo escribió tu navegador mientras hablabas. Revísalo antes de guardar.'),
  ).toBeVisible();
  await saveAs(page, 'De oído');
  await expect(storyCard(page, 'De oído').getByText('había una vez un tren')).toBeVisible();
});

test('L143, L349-350: a browser whose recognition is denied records without a text', async ({ page }) => {
  await withRecognition(page, { error: 'not-allowed' });
  await startRecording(page);
  await expect(
    page.getByText('Por favor, permite el acceso al micrófono para la transcripción automática.'),
  ).toBeVisible();
  await expectRecorded(page, 1);
  await stopRecording(page);
  await expect(page.getByText('Aún no hay texto. Toca Editar para escribirlo.')).toBeVisible();
});
