import type { Page } from '@playwright/test';
import { createAccount, expect, somebody, startSession, test } from '../testing/fixtures.ts';
import {
  expectRecorded,
  record,
  saveAs,
  startRecording,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';

test.beforeEach(async ({ page }) => {
  const person = somebody();
  await createAccount(page, person);
  await startSession(page, person);
  await withoutTranscriber(page);
});

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

interface Answer {
  result?: { data: { json: object } };
}

/** The server's answers as they are where no transcriber is configured. */
async function withoutTranscriber(page: Page): Promise<void> {
  const without: Readonly<Record<string, (json: object) => object>> = {
    'settings.public': (json) => ({ ...json, transcription: false }),
    'transcription.status': () => ({ status: 'off' }),
  };
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

/** A browser that hears these words, some of them only perhaps, or that says this error. */
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
    Object.defineProperty(window, 'SpeechRecognition', { value: FakeRecognition });
  }, heard);
}

test('L338: keeps what the browser heard where the server has no transcriber, and says so', async ({
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

test('L349-350: says what to allow when the browser may not listen, and records all the same', async ({
  page,
}) => {
  await withRecognition(page, { error: 'not-allowed' });
  await startRecording(page);
  await expect(
    page.getByText('Por favor, permite el acceso al micrófono para la transcripción automática.'),
  ).toBeVisible();
  await expectRecorded(page, 1);
  await stopRecording(page);
  await expect(page.getByText('Aún no hay texto. Toca Editar para escribirlo.')).toBeVisible();
});

test('L143: records without a text in a browser that cannot recognize', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'SpeechRecognition', { value: undefined });
    Object.defineProperty(window, 'webkitSpeechRecognition', { value: undefined });
  });
  await record(page);
  await expect(page.getByText('Aún no hay texto. Toca Editar para escribirlo.')).toBeVisible({
    timeout: 30_000,
  });
});
